import { sql } from 'kysely'
import { exampleFactsInWords } from '#features/settings/example-facts.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { messageOf, refusals } from '#platform/errors.ts'
import type { AdminProduct, ProductPublication } from '../products/admin-contract.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import { readAdminProduct } from '../queries/admin-products.server.ts'
import { named } from './named-refusals.server.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Brings a locked draft into the store. The lists show it by the time of its publication.
 * @throws example_facts; display_order_taken when another product took its display order since.
 */
export async function publishProduct(tx: TransactionContext, { id, displayOrder }: AdminProduct): Promise<void> {
  const facts = exampleFactsInWords(tx)
  if (facts) throw refuse('example_facts', { facts })
  const published = await tx.db
    .updateTable('product')
    .set({ archived_at: null, draft_since: null, created_at: tx.now(), updated_at: tx.now() })
    .where('id', '=', id)
    .where('draft_since', 'is not', null)
    .executeTakeFirst()
    .catch(error => {
      throw named(error, { displayOrder })
    })
  requireOneRow(published, `the draft ${id}`)
}

/** What a publication of a draft would be refused for now. The publication itself meets the same again. @throws product_not_found */
export async function readPublication(ctx: Context, id: string): Promise<ProductPublication> {
  const { displayOrder } = await readAdminProduct(ctx, id)
  const facts = exampleFactsInWords(ctx)
  const { rows: taken } = await sql`
    select from product where display_order = ${displayOrder} and archived_at is null and id <> ${id}`.execute(ctx.db)
  const blocks: ProductPublication['blocks'] = []
  if (facts) blocks.push({ code: 'example_facts', message: messageOf(CATALOG_ERRORS, 'example_facts', { facts }) })
  if (taken.length > 0)
    blocks.push({
      code: 'display_order_taken',
      message: messageOf(CATALOG_ERRORS, 'display_order_taken', { displayOrder }),
    })
  return { blocks }
}
