import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { ORDER_ERRORS, referenceOf } from '../../order/contract.ts'
import { UNPAID_PIECES } from '../../order/money/prices.ts'
import { type StoredOrder, selectOrders } from '../../order/stored-order.server.ts'
import { cancelUnpaid } from '../../payment/commands/cancel-order.server.ts'
import { closeOrder, shutPage } from '../../payment/commands/close-order.server.ts'
import { settleOrder } from '../../payment/commands/settle.server.ts'
import { requireOthersCodes, requireOthersTerms } from './own-terms.server.ts'
import type { NewOrder } from './place-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** Unpaid orders per account: enough for two compared carts and a second device. */
const OPEN_ORDERS = 3
/** Per network: orders of accounts that never paid, within half an hour, about as long as a payment page stays open. */
const NEW_ACCOUNTS = { points: 30, seconds: 1800 }
/** How long a checkout waits for the pages of the same older orders to open, so that they can be closed. */
const PATIENCE_MS = 10_000
/** How long it waits in all, while the orders in its way change: no client makes the shop try for longer. */
const LONGEST_MS = 30_000
const RETRY_MS = 50

type Line = Pick<StoredOrder['lines'][number], 'variantId' | 'quantity'>

/**
 * Limits unpaid holds before an order is placed. An account that never paid may hold few pieces, and a network may hold few such orders.
 * @throws too_many_unpaid; LimitExceededException.
 */
export async function requireModestHold(ctx: Context, { cart, payer }: NewOrder): Promise<void> {
  if (payer.hasPaid) return
  if (cart.lines.some(({ quantity }) => quantity > UNPAID_PIECES))
    throw refuse('too_many_unpaid', { most: UNPAID_PIECES })
  if (ctx.ip) await ctx.limits.spendShared('unpaid orders', ctx.keyedHash(`unpaid ${networkOf(ctx.ip)}`), NEW_ACCOUNTS)
}

/** Older orders must be closed first, by their ids. */
class Crowded extends Error {
  readonly older: string[]
  constructor(older: string[]) {
    super('older orders hold too much')
    this.older = older
  }
}

/** `staff` are the members of staff of the buyer's mailbox. */
type OpenOrders = { staff: string[] | null; orders: { id: string; lines: Line[] }[] }

/**
 * Counts the account's open orders in the transaction that places an order. Runs before any other lock, because an advisory lock admits one
 * counter per account. Staff buy no credits at terms of their own, by any account of their mailbox.
 * @throws own_terms, code_own_making; Crowded, which `placeWithRoom` catches.
 */
export async function requireRoom(tx: TransactionContext, { buyer, cart }: NewOrder): Promise<void> {
  const { rows } = await sql<OpenOrders>`select staff, orders from open_orders_of(${buyer.id})`.execute(tx.db)
  const { staff, orders } = rows[0]!
  if (staff) {
    await requireOthersTerms(tx, staff, cart.lines)
    await requireOthersCodes(tx, staff, cart.codes.counted)
  }
  const older = inTheWay(orders, cart.lines)
  if (older.length > 0) throw new Crowded(older.map(({ id }) => id))
}

/** The oldest open orders that must close, so that the account's order count and pieces stay within the limits. */
export function inTheWay<T extends { lines: readonly Line[] }>(open: readonly T[], lines: readonly Line[]): T[] {
  const piecesOf = (of: readonly Line[], id: string) =>
    of.filter(({ variantId }) => variantId === id).reduce((sum, { quantity }) => sum + quantity, 0)
  const staying = open.slice(Math.max(0, open.length - (OPEN_ORDERS - 1)))
  for (const { variantId } of lines) {
    const wanted = piecesOf(lines, variantId)
    const held = () => staying.reduce((sum, order) => sum + piecesOf(order.lines, variantId), 0)
    while (held() > 0 && held() + wanted > UNPAID_PIECES) {
      staying.splice(
        staying.findIndex(order => piecesOf(order.lines, variantId) > 0),
        1,
      )
    }
  }
  return open.filter(order => !staying.includes(order))
}

/**
 * Places an order and closes older orders of the account that would exceed the limits.
 * @param place calls `requireRoom` first.
 * @throws too_many_open when the older pages do not open in time to be closed; PaymentError when the provider is unreachable.
 */
export async function placeWithRoom<T>(ctx: Context, place: () => Promise<T>): Promise<T> {
  const last = Date.now() + LONGEST_MS
  let waitsFor = ''
  let until = 0
  for (;;) {
    try {
      return await place()
    } catch (error) {
      if (!(error instanceof Crowded)) throw error
      // Of many checkouts at once each waits its turn: other orders in the way mean that a turn is over.
      if (error.older.join() !== waitsFor) {
        waitsFor = error.older.join()
        until = Math.min(Date.now() + PATIENCE_MS, last)
      }
      if (Date.now() > until) throw refuse('too_many_open')
      const older = await selectOrders(ctx, sql`o.id = any(${error.older}::uuid[]) order by o.created_at, o.id`)
      const outcomes = await Promise.all(older.map(order => cancelUnpaid(ctx, order)))
      if (!outcomes.includes(true)) await setTimeout(RETRY_MS)
    }
  }
}

/**
 * Ensures that one cart is paid once. Of a shopper's open payments for equal items, in two tabs or on two devices, the newest stays and the
 * pages of the others close. Call this when the order has its own page: of two concurrent checkouts, each then sees the other's page or is
 * seen with its own.
 * @param alikeIds open orders of an equal cart, which storing the page found.
 * @returns the order to be paid: the given one, or a newer one of an equal cart.
 * @throws already_paid when one of them is already paid; then no page stays open.
 */
export async function keepOnePayment(
  ctx: Context,
  order: StoredOrder,
  alikeIds: readonly string[],
): Promise<StoredOrder> {
  if (alikeIds.length === 0) return order
  const alike = await selectOrders(
    ctx,
    sql`o.id = any(${[...alikeIds]}::uuid[]) and o.status = 'pending' order by o.created_at desc, o.id desc`,
  )
  const newest = alike.reduce((last, other) => (other.id > last.id ? other : last), order)
  for (const other of [order, ...alike]) {
    if (other.id === newest.id || (await closed(ctx, other)) !== 'paid') continue
    if (newest.id === order.id) await closed(ctx, order)
    throw refuse('already_paid', { reference: referenceOf(other), orderId: other.id })
  }
  return newest
}

/**
 * Ensures that two presses of one cart charge a saved card once. Call this after `keepOnePayment`: an order of an equal cart is still open
 * there, or was paid here after this one was placed. An earlier order is another purchase.
 * @throws already_paid, with this order closed.
 */
export async function refuseJustPaid(ctx: Context, order: StoredOrder): Promise<void> {
  const [alike] = await selectOrders(
    ctx,
    sql`o.user_id = ${order.userId} and o.status = 'paid' and o.id <> ${order.id}
      and o.paid_at >= ${order.createdAt} and has_equal_cart(o.id, ${order.id}) order by o.paid_at, o.id limit 1`,
  )
  if (!alike) return
  await closed(ctx, order)
  throw refuse('already_paid', { reference: referenceOf(alike), orderId: alike.id })
}

/** Closes an open payment. When the provider is unreachable the payment stays open: the reconciler retries, and the checkout continues. */
async function closed(ctx: Context, order: StoredOrder): Promise<'closed' | 'paid' | 'open'> {
  try {
    if (!(await shutPage(ctx, order))) return (await settleOrder(ctx, order)) === 'paid' ? 'paid' : 'open'
    await closeOrder(ctx, order, 'cancelled')
    return 'closed'
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'an older payment page was not closed')
    return 'open'
  }
}
