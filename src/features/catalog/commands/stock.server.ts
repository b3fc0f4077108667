import { type RawBuilder, sql } from 'kysely'
import { TELL_STOCK_ALERTS } from '#features/wishes/job-types.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { CATALOG_ERRORS, TOLD_STOCK } from '../products/contract.ts'
import type { StockAdjustment } from '../products/product-input.ts'
import { named } from './named-refusals.server.ts'
import { catalogChanged, subjectOf } from './product-record.server.ts'

const refuse = refusals(CATALOG_ERRORS)

export type StockLine = { variantId: string; quantity: number }

/**
 * Holds units for an order that is being paid. Repeated lines of one variant are added up.
 * @throws out_of_stock naming the products that are short (details `lines`: variantId, name, free).
 */
export async function holdStock(tx: TransactionContext, lines: readonly StockLine[]): Promise<void> {
  const wanted = summed(lines)
  const held = await move(tx, wanted, {
    guard: sql`(v.stock_on_hand is null or v.stock_on_hand - v.held >= w.quantity) and v.archived_at is null`,
    change: sql`held = v.held + w.quantity`,
  })
  if (held.length < wanted.size) throw await outOfStock(tx, wanted, held)
}

/** Releases held units: the order lapsed or was cancelled before payment. */
export async function releaseStock(tx: TransactionContext, lines: readonly StockLine[]): Promise<void> {
  const wanted = summed(lines)
  const released = await move(tx, wanted, {
    guard: sql`v.held >= w.quantity`,
    change: sql`held = v.held - w.quantity`,
  })
  assertAll(wanted, released, 'released')
}

/** Takes held units off the shelf: the order was paid. Units that are not held cannot be taken. */
export async function takeStock(tx: TransactionContext, lines: readonly StockLine[]): Promise<void> {
  const wanted = summed(lines)
  const taken = await move(tx, wanted, {
    guard: sql`v.held >= w.quantity`,
    change: sql`held = v.held - w.quantity, stock_on_hand = v.stock_on_hand - w.quantity`,
  })
  assertAll(wanted, taken, 'taken')
}

/** Puts returned units back on the shelf. */
export async function restock(tx: TransactionContext, lines: readonly StockLine[]): Promise<void> {
  const wanted = summed(lines)
  const back = await move(tx, wanted, { guard: sql`true`, change: sql`stock_on_hand = v.stock_on_hand + w.quantity` })
  assertAll(wanted, back, 'restocked')
}

type Moved = { id: string; product_id: string; before: number | null; after: number | null }

/**
 * One statement for all variants of an order. Rows are locked in the order of their ids, so two orders do not deadlock. Variants
 * that the snapshot shows as sold out are not locked, so a stampede on the last unit does not queue. PostgreSQL checks the guard
 * again on the current row after it gets the lock. `any` keeps plans from a join that
 * reads every variant (decision 60).
 */
async function move(
  tx: TransactionContext,
  lines: ReadonlyMap<string, number>,
  { guard, change }: { guard: RawBuilder<unknown>; change: RawBuilder<unknown> },
): Promise<Moved[]> {
  const ids = [...lines.keys()]
  const { rows } = await sql<Moved>`
    with w as (
      select * from unnest(${ids}::uuid[], ${[...lines.values()]}::integer[]) as w (id, quantity)
    ), locked as (
      select v.id, v.stock_on_hand - v.held as free from product_variant v join w using (id)
      where v.id = any(${ids}::uuid[]) and ${guard} order by v.id for update of v
    )
    update product_variant v set ${change} from locked join w using (id)
    where v.id = any(${ids}::uuid[]) and v.id = locked.id and ${guard}
    returning v.id, v.product_id, locked.free as before, v.stock_on_hand - v.held as after`.execute(tx.db)
  if (rows.some(({ before, after }) => before === 0 && after !== 0)) await enqueue(tx, TELL_STOCK_ALERTS, {})
  tx.onCommit(ctx => catalogChanged(ctx, productsShownOtherwise(rows)))
  return rows
}

function summed(lines: readonly StockLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { variantId, quantity } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  return sums
}

async function outOfStock(ctx: DataContext, wanted: ReadonlyMap<string, number>, held: readonly Moved[]) {
  const missing = [...wanted.keys()].filter(id => !held.some(row => row.id === id))
  const { rows } = await sql<{ variantId: string; name: string; free: number | null }>`
    select v.id as "variantId", p.name, case when v.archived_at is null then v.stock_on_hand - v.held else 0 end as free
    from product_variant v join product p on p.id = v.product_id where v.id = any(${missing}::uuid[]) order by p.name`.execute(
    ctx.db,
  )
  return refuse('out_of_stock', { names: [...new Set(rows.map(row => row.name))].join(', '), lines: rows })
}

function assertAll(wanted: ReadonlyMap<string, number>, moved: readonly Moved[], verb: string) {
  if (moved.length < wanted.size) throw new Error(`Stock that should be ${verb} was never held.`)
}

const shown = (free: number | null) => (free !== null && free <= TOLD_STOCK ? free : null)

/** Most sales of a well-stocked product change no shown number. */
const productsShownOtherwise = (moved: readonly Moved[]): string[] => [
  ...new Set(moved.filter(row => shown(row.before) !== shown(row.after)).map(row => row.product_id)),
]

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
          and v.archived_at is null and (p.archived_at is null or p.draft_since is not null)
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
    if (by > 0) await enqueue(tx, TELL_STOCK_ALERTS, {})
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
    .where(eb => eb.or([eb('p.archived_at', 'is', null), eb('p.draft_since', 'is not', null)]))
    .executeTakeFirst()
  if (row?.stock == null) return refuse('product_not_found')
  return refuse('stock_short', { stock: row.stock, held: row.held, free: row.stock - row.held })
}
