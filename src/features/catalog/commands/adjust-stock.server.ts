import { sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { CATALOG_ERRORS } from '../contract.ts'
import type { StockAdjustment } from '../products/product-input.ts'
import { catalogChanged } from './catalog-changed.server.ts'
import { named } from './constraints.server.ts'
import { subjectOf } from './product-facts.server.ts'

const refuse = refusals(CATALOG_ERRORS)

type Adjusted = { sku: string; name: string; after: number | null }

/**
 * Adds units to a variant's stock, or takes some away. One statement applies only the difference, so no concurrent sale or
 * adjustment is lost.
 * @returns the units on hand now.
 * @throws product_not_found, stock_not_counted, stock_short when fewer would be left than orders hold
 */
export async function adjustStock(ctx: Context, productId: string, input: StockAdjustment): Promise<number> {
  const { variantId, by, reason } = input
  return transact(ctx, async tx => {
    const { rows } = await sql<Adjusted>`
        update product_variant v set stock_on_hand = stock_on_hand + ${by} from product p
        where v.id = ${variantId} and v.product_id = ${productId} and p.id = v.product_id
          and v.archived_at is null and p.archived_at is null
          and (v.stock_on_hand is null or v.stock_on_hand + ${by} >= v.held)
        returning v.sku, p.name, v.stock_on_hand as after`.execute(tx.db)
    const [row] = rows
    if (!row) throw await reasonAgainst(tx, productId, variantId)
    if (row.after === null) throw refuse('stock_not_counted')
    const field = `stock of ${row.sku}`
    await writeAuditLog(tx, {
      action: 'adjusted stock',
      subject: subjectOf({ id: productId, name: row.name }),
      before: { [field]: row.after - by },
      after: { [field]: row.after },
      reason,
    })
    tx.onCommit(ctx => catalogChanged(ctx, [productId]))
    return row.after
  }).catch(error => {
    throw named(error, {})
  })
}

/** The refusal when no row matched: the variant does not exist, or has too few units. */
async function reasonAgainst(ctx: DataContext, productId: string, variantId: string) {
  const row = await ctx.db
    .selectFrom('product_variant as v')
    .innerJoin('product as p', 'p.id', 'v.product_id')
    .select(['v.stock_on_hand as stock', 'v.held'])
    .where('v.id', '=', variantId)
    .where('p.id', '=', productId)
    .where('v.archived_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .executeTakeFirst()
  if (row?.stock == null) return refuse('product_not_found')
  return refuse('stock_short', { stock: row.stock, held: row.held, free: row.stock - row.held })
}
