import { writeAuditLog } from '#adapters/audit-log.server.ts'
import { type Context, within } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { CATALOG_ERRORS } from '../contract.ts'
import { named } from './constraints.server.ts'
import { lockProducts } from './locked-products.server.ts'
import { subjectOf } from './product-facts.server.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Takes a product out of the store. Orders still reference it. Its address and SKUs stay reserved; its display order becomes free.
 * @throws product_not_found
 */
export async function archiveProduct(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const [product] = await lockProducts(inner, [id])
    await trx
      .updateTable('product')
      .set({ archived_at: ctx.now(), updated_at: ctx.now() })
      .where('id', '=', id)
      .execute()
    await writeAuditLog(inner, { action: 'deleted', subject: subjectOf(product!) })
  })
  ctx.changed('products', `product:${id}`)
}

/**
 * Restores an archived product to the store. It loses its display order if another product has taken it.
 * @throws product_not_found when the product is not archived; sku_taken when another product now has one of its SKUs.
 */
export async function restoreProduct(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .transaction()
    .execute(async trx => {
      const inner = within(ctx, trx)
      const product = await trx
        .updateTable('product as p')
        .set(eb => ({
          archived_at: null,
          updated_at: ctx.now(),
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
        .returning(['id', 'name'])
        .executeTakeFirst()
      if (!product) throw refuse('product_not_found')
      await writeAuditLog(inner, { action: 'restored', subject: subjectOf(product) })
    })
    .catch(error => {
      throw named(error, {})
    })
  ctx.changed('products', `product:${id}`)
}
