import { sql } from 'kysely'
import { lineKeyOf } from '#features/cart/cart-item.ts'
import type { SavedItem } from '#features/cart/contract.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { UNPAID_PIECES } from '../../order/money/prices.ts'
import { hasPaidOrder } from '../../order/queries/paid-counts.server.ts'
import { type CartLine, type FoundItems, readLines } from './price-cart.server.ts'

/** A line of which less can be bought than the cart asks for. */
export type ShortLine = { line: CartLine; left: number; reason: 'out_of_stock' | 'first_order' }

type FittedItems = FoundItems & { short: ShortLine[] }

/**
 * The units left of each item of which a cart has too many, by `lineKeyOf`; 0 for a sold-out item. Items that are no longer for sale are
 * missing.
 */
export async function readUnitsLeft(ctx: Context, items: readonly SavedItem[]): Promise<ReadonlyMap<string, number>> {
  if (items.length === 0) return new Map()
  const { short } = await fitLines(ctx, await readLines(ctx, items))
  const leftOf = ({ productId, variantId }: SavedItem) =>
    short.find(({ line }) => line.productId === productId && (!variantId || line.variantId === variantId))?.left
  return new Map(
    items.flatMap(item => {
      const left = leftOf(item)
      return left === undefined ? [] : [[lineKeyOf({ id: item.productId, variantId: item.variantId }), left]]
    }),
  )
}

/** Reduces lines to what can be bought; a line without any is left out. */
export async function fitLines(ctx: Context, { lines, unavailable }: FoundItems): Promise<FittedItems> {
  const [own, isNew] = await Promise.all([ownHolds(ctx, lines.filter(isShort)), isLimited(ctx, lines)])
  const short: ShortLine[] = []
  const fitted = lines.flatMap(line => {
    const free = line.free === null ? Number.POSITIVE_INFINITY : line.free + (own.get(line.variantId) ?? 0)
    const most = isNew ? Math.min(free, UNPAID_PIECES) : free
    if (line.quantity <= most) return [line]
    short.push({ line, left: most, reason: free <= most ? 'out_of_stock' : 'first_order' })
    return most === 0 ? [] : [{ ...line, quantity: most }]
  })
  return { lines: fitted, unavailable, short }
}

const isShort = ({ free, quantity }: CartLine) => free !== null && free < quantity

/** Units that the caller's own open payments hold. The checkout closes these payments when it needs the units. */
async function ownHolds(ctx: DataContext, lines: readonly CartLine[]): Promise<Map<string, number>> {
  if (!ctx.actor || lines.length === 0) return new Map()
  const { rows } = await sql<{ id: string; units: number }>`
    select l.variant_id as id, sum(l.quantity)::int as units
    from customer_order o join order_line l on l.order_id = o.id
    where o.user_id = ${ctx.actor.userId} and o.status = 'pending'
      and l.variant_id = any(${lines.map(({ variantId }) => variantId)}::uuid[])
    group by l.variant_id`.execute(ctx.db)
  return new Map(rows.map(({ id, units }) => [id, units]))
}

/** True for a caller who never paid and asks for more than such an account may hold. A guest signs in first. */
async function isLimited(ctx: DataContext, lines: readonly CartLine[]): Promise<boolean> {
  if (!ctx.actor || lines.every(({ quantity }) => quantity <= UNPAID_PIECES)) return false
  return !(await hasPaidOrder(ctx, ctx.actor.userId))
}
