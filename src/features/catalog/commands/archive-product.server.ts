import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import { deleteDraft, isDraft } from './delete-draft.server.ts'
import { named } from './named-refusals.server.ts'
import { catalogChanged, lockProducts, subjectOf } from './product-record.server.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Takes a product out of the store; a draft is deleted. Orders still reference it. Its address and SKUs stay reserved; its display order becomes free.
 * @throws product_not_found
 */
export async function archiveProduct(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    const [product] = await lockProducts(tx, [id])
    if (product!.isDraft) return deleteDraft(tx, product!)
    await tx.db
      .updateTable('product')
      .set({ archived_at: tx.now(), updated_at: tx.now() })
      .where('id', '=', id)
      .execute()
    await writeAuditLog(tx, { action: 'deleted', subject: subjectOf(product!) })
    tx.onCommit(ctx => catalogChanged(ctx, [id]))
  })
}

/**
 * Restores an archived product to the store. It loses its display order if another product has taken it.
 * @throws product_not_found when the product is not archived; is_draft; sku_taken when another product now has one of its SKUs.
 */
export async function restoreProduct(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    const product = await tx.db
      .updateTable('product as p')
      .set(eb => ({
        archived_at: null,
        updated_at: tx.now(),
        display_order: eb
          .case()
          .when(
            eb.exists(
              eb
                .selectFrom('product as other')
                .select('other.id')
                .whereRef('other.display_order', '=', 'p.display_order')
                .where('other.archived_at', 'is', null),
            ),
          )
          .then(null)
          .else(eb.ref('p.display_order'))
          .end(),
      }))
      .where('id', '=', id)
      .where('archived_at', 'is not', null)
      .where('draft_since', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!product) throw refuse((await isDraft(tx, id)) ? 'is_draft' : 'product_not_found')
    await writeAuditLog(tx, { action: 'restored', subject: subjectOf(product) })
    tx.onCommit(ctx => catalogChanged(ctx, [id]))
  }).catch(error => {
    throw named(error, {})
  })
}
