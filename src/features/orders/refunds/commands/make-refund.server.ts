import { sql } from 'kysely'
import { restock } from '#features/catalog/commands/stock.server.ts'
import { END_SUBSCRIPTION, SEND_REFUND, TAKE_BACK_REFERRAL, WITHDRAW_SALE } from '#features/orders/job-types.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { addEvent } from '../../fulfilment/commands/move-order.server.ts'
import { notifyBuyer } from '../../fulfilment/notify-buyer.server.ts'
import { refundedEmail } from '../../fulfilment/order-emails.server.ts'
import { type KnownOrder, referenceOf } from '../../history/stored-order.server.ts'
import { REFUND_ERRORS, type SpentCredits } from '../contract.ts'
import { chosenPieces, refundableOf } from '../queries/refundable-order.server.ts'
import {
  type ChosenPieces,
  creditsOfPieces,
  type PricedPieces,
  partsOfPieces,
  piecesLeft,
  type RefundedParts,
  shelfOf,
} from '../rules.ts'
import type { SpentCreditsOf } from '../spent-credits.ts'
import { takeCreditsBack } from './take-credits.server.ts'

const refuse = refusals(REFUND_ERRORS)

export type NewRefund = {
  /** Omitted: all remaining pieces. */
  lines?: ChosenPieces[] | undefined
  reason: string
  spentCredits: SpentCredits
  restock: boolean
  /** The order is cancelled with this refund, so the buyer gets the cancellation e-mail instead. */
  isCancelled?: boolean
}

export type MadeRefund = { id: string; amountCents: number }

/**
 * Decides on a refund of an order that the caller has locked: stores the parts, takes back credits, restocks pieces, and enqueues a job for
 * the payment provider. A refund of 0 needs no provider. Locks: order, giveaways, accounts by tier, stock.
 * @throws payment_disputed, and as chosenPieces.
 */
export async function makeRefund(
  tx: TransactionContext,
  giveaways: SpentCreditsOf,
  order: KnownOrder,
  input: NewRefund,
): Promise<MadeRefund> {
  if (order.refundsBlocked) throw refuse('payment_disputed')
  const chosen = chosenPieces(order, input.lines)
  const { parts, lines } = partsOfPieces(await refundableOf(tx, order), chosen)
  const id = newId()
  const { credits, entriesRemoved } = await takeCreditsBack(tx, giveaways, {
    refundId: id,
    reference: referenceOf(order),
    userId: order.userId,
    earned: creditsOfPieces(order.lines, chosen),
    spentCredits: input.spentCredits,
  })
  const shelves = order.lines.flatMap(line => {
    const piece = lines.find(one => one.position === line.position)
    return piece ? [{ ...piece, variantId: line.variantId, ...shelfOf(line, piece.quantity) }] : []
  })
  await insertRefund(tx, { id, order, input, parts, credits, entriesRemoved })
  await insertLines(tx, { id, order, lines, restocks: input.restock ? shelves : [] })
  await takeFromOrder(tx, order, parts.amount, shelves)
  const detail = { amountCents: parts.amount, credits, entriesRemoved }
  await addEvent(tx, order.id, { kind: 'refunded', detail, note: input.reason })
  const { isCancelled = false } = input
  await askForWhatFollows(tx, order, isCancelled, {
    id,
    amountCents: parts.amount,
    lines,
    creditsTaken: credits,
    entriesRemoved,
  })
  const back = input.restock ? shelves.filter(({ restocked }) => restocked > 0) : []
  if (back.length > 0) await restock(tx, back.map(toStock))
  return { id, amountCents: parts.amount }
}

const toStock = ({ variantId, restocked }: { variantId: string; restocked: number }) => ({
  variantId,
  quantity: restocked,
})

type Inserted = {
  id: string
  order: KnownOrder
  input: Pick<NewRefund, 'reason' | 'spentCredits'>
  parts: RefundedParts
  credits: Partial<Record<string, number>>
  entriesRemoved: number
}

/** A refund of 0 has nothing to ask the provider, so it succeeds at once. */
async function insertRefund(ctx: DataContext, { id, order, input, parts, credits, entriesRemoved }: Inserted) {
  const isDone = parts.amount === 0
  await ctx.db
    .insertInto('refund')
    .values({
      id,
      order_id: order.id,
      status: isDone ? 'succeeded' : 'requested',
      reason: input.reason,
      actor_id: ctx.actor?.userId ?? null,
      spent_credits: input.spentCredits,
      credits_taken: JSON.stringify(credits),
      entries_removed: entriesRemoved,
      ...columnsOf(parts),
      created_at: ctx.now(),
      succeeded_at: isDone ? ctx.now() : null,
    })
    .execute()
}

/** The parts of a refund as table columns. */
export const columnsOf = (parts: RefundedParts) => ({
  subtotal_cents: parts.subtotal,
  discount_cents: parts.discount,
  fee_client_cents: parts.feeClient,
  fee_platform_cents: parts.feePlatform,
  shipping_cents: parts.shipping,
  tax_cents: parts.tax,
  amount_cents: parts.amount,
})

type Lines = {
  id: string
  order: KnownOrder
  lines: readonly PricedPieces[]
  restocks: readonly { position: number; restocked: number }[]
}

const insertLines = (ctx: DataContext, { id, order, lines, restocks }: Lines) =>
  ctx.db
    .insertInto('refund_line')
    .values(
      lines.map(({ position, quantity, netCents }) => ({
        refund_id: id,
        order_id: order.id,
        position,
        quantity,
        net_cents: netCents,
        restocked: restocks.some(line => line.position === position && line.restocked > 0),
      })),
    )
    .execute()

/** The database guards against excessive refunds: `never_refunded_beyond` and `refunded_within_line`. */
async function takeFromOrder(
  ctx: DataContext,
  order: KnownOrder,
  amount: number,
  pieces: readonly { position: number; quantity: number; cancelled: number }[],
): Promise<void> {
  const written = await sql`
    with pieces as (
      update order_line l set refunded = l.refunded + p.quantity, backordered = l.backordered - p.cancelled
      from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (position smallint, quantity integer, cancelled integer)
      where l.order_id = ${order.id} and l.position = p.position
    )
    update customer_order set refunded_cents = refunded_cents + ${amount} where id = ${order.id}`.execute(ctx.db)
  requireOneRow(written, `order ${order.id}`)
}

type Follows = Parameters<typeof refundedEmail>[1]['refund']

/** Enqueues the provider request and the follow-up jobs. For a free order the buyer is told at once. */
async function askForWhatFollows(
  tx: TransactionContext,
  order: KnownOrder,
  isTold: boolean,
  refund: Follows,
): Promise<void> {
  const isWhole = piecesLeft(order.lines).every(left =>
    refund.lines.some(line => line.position === left.position && line.quantity === left.quantity),
  )
  if (refund.amountCents > 0) await enqueue(tx, SEND_REFUND, { refundId: refund.id })
  else if (!isTold) await notifyBuyer(tx, order, refundedEmail(tx, { order, refund }))
  if (isWhole) await undoWhatPaidOrdersBegin(tx, order)
}

/** Undoes the effects of a fully refunded order: it no longer counts as a sale, earns no referral reward, and its membership ends. */
export async function undoWhatPaidOrdersBegin(
  ctx: DataContext,
  { id: orderId, subscriptionId }: KnownOrder,
): Promise<void> {
  await enqueue(ctx, WITHDRAW_SALE, { orderId })
  await enqueue(ctx, TAKE_BACK_REFERRAL, { orderId })
  if (subscriptionId) await enqueue(ctx, END_SUBSCRIPTION, { subscriptionId })
}
