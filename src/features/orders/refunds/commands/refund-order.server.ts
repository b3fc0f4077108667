import { sql } from 'kysely'
import { restock } from '#features/catalog/commands/stock.server.ts'
import { lockBalances, withdrawCredits } from '#features/credits/commands.server.ts'
import {
  END_SUBSCRIPTION,
  SEND_REFUND,
  TAKE_BACK_REFERRAL,
  WITHDRAW_SALE,
} from '#features/orders/order/job-types.server.ts'
import { voidProposals } from '#features/proposals/commands/decide-proposal.server.ts'
import { requireAlso } from '#kernel/api/api.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { Cents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { requireMove } from '../../order/commands/move-order.server.ts'
import { referenceOf } from '../../order/contract.ts'
import type { SpentCredits } from '../../order/money/contract.ts'
import {
  type ChosenPieces,
  creditsOfPieces,
  type PricedPieces,
  partsOfPieces,
  piecesLeft,
  type RefundedParts,
  shelfOf,
} from '../../order/money/refunded-parts.ts'
import { columnsOf, lockOrder, readRefundable } from '../../order/money/stored-refunds.server.ts'
import { notifyBuyer, refundedEmail } from '../../order/order-emails.server.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { lockGrants, refundTakesTwo } from '../../order/queries/money-takes-two.server.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { type KnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { REFUND_ERRORS } from '../contract.ts'
import { chosenPieces } from '../queries/chosen-pieces.ts'

const refuse = refusals(REFUND_ERRORS)

/**
 * Refunds an order for the shop itself, whole or by pieces: decided in one transaction, paid by a job. A second caller finds only the rest of
 * the first. Staff refund by `refundByStaff`.
 * @throws order_not_found, not_refundable, nothing_to_refund, beyond_refundable.
 */
export const refundOrder = (ctx: Context, ports: OrdersPorts, orderId: string, input: NewRefund): Promise<void> =>
  // A merge of users and the deletion of an account lock giveaways before orders.
  retryOnDeadlock(() =>
    transact(ctx, async tx => {
      const order = await lockOrder(tx, orderId)
      await makeRefund(tx, ports, order, input)
      tx.onCommit(ctx => tellOfOrder(ctx, order, 'credits'))
    }),
  )

export type NewRefund = {
  /** Omitted: all remaining pieces. */
  lines?: ChosenPieces[] | undefined
  reason: string
  spentCredits: SpentCredits
  restock: boolean
  /** The order is cancelled with this refund, so the buyer gets the cancellation e-mail instead. */
  isCancelled?: boolean
  /** The buyer decides, about their own credits and entries. */
  isOfBuyer?: boolean
}

/** A decided refund. `lines` say per line how many pieces were never sent, and how many may return to stock. */
type MadeRefund = {
  id: string
  parts: RefundedParts
  amountCents: Cents
  lines: readonly (PricedPieces & ReturnType<typeof shelfOf> & { variantId: string })[]
  creditsTaken: Partial<Record<Tier, number>>
  entriesRemoved: number
}

/** A refund as it would be made now. */
export type PlannedRefund = {
  parts: RefundedParts
  pieces: readonly PricedPieces[]
  /** Credits that the pieces earned. */
  earned: Partial<Record<Tier, number>>
  /** Two persons decide it. */
  takesTwo: boolean
}

/**
 * Works out a refund of an order that the caller has locked.
 * @throws own_order, payment_disputed, Unauthorized, and as chosenPieces.
 */
export async function planRefund(
  tx: TransactionContext,
  order: KnownOrder,
  input: Pick<NewRefund, 'lines' | 'spentCredits' | 'isOfBuyer'>,
): Promise<PlannedRefund> {
  await requireOthersOrder(tx, order)
  if (order.refundsBlocked) throw refuse('payment_disputed')
  const chosen = chosenPieces(order, input.lines)
  const earned = creditsOfPieces(order.lines, chosen)
  if (!input.isOfBuyer) requireRightsOver(tx, input, earned)
  const { parts, lines: pieces } = partsOfPieces(await readRefundable(tx, order), chosen)
  const kept = input.spentCredits === 'keep' ? earned : {}
  if (Object.keys(kept).length > 0) await lockGrants(tx, [order.userId])
  return { parts, pieces, earned, takesTwo: await refundTakesTwo(tx, order, { cents: parts.amount, kept }) }
}

/**
 * Decides on a refund of an order that the caller has locked: stores the parts, takes back credits, restocks pieces, and enqueues a job for
 * the payment provider. A refund of 0 needs no provider. Locks: order, giveaways, accounts by tier, stock.
 * @param planned by the same transaction, of the same input.
 * @throws as planRefund; Error for a refund of two persons that was not proposed, so that a new door fails closed.
 */
export async function makeRefund(
  tx: TransactionContext,
  ports: OrdersPorts,
  order: KnownOrder,
  input: NewRefund,
  planned?: PlannedRefund,
): Promise<MadeRefund> {
  const { parts, pieces: lines, earned, takesTwo } = planned ?? (await planRefund(tx, order, input))
  if (takesTwo) throw new Error(`A refund of ${referenceOf(order)} takes two persons.`)
  const id = newId()
  const taken = await takeCreditsBack(tx, ports, {
    refundId: id,
    reference: referenceOf(order),
    userId: order.userId,
    earned,
    spentCredits: input.spentCredits,
  })
  const shelved = lines.map(piece => {
    const line = order.lines.find(({ position }) => position === piece.position)!
    return { ...piece, ...shelfOf(line, piece.quantity), variantId: line.variantId }
  })
  const refund = { id, parts, amountCents: parts.amount, lines: shelved, ...taken }
  await insertRefund(tx, order, input, refund)
  await takeFromOrder(tx, order, refund, input.reason)
  await askForWhatFollows(tx, order, input, refund)
  const back = shelved.filter(({ restocked }) => input.restock && restocked > 0)
  if (back.length > 0)
    await restock(
      tx,
      back.map(({ variantId, restocked }) => ({ variantId, quantity: restocked })),
    )
  return refund
}

/** Credits that stay without their payment are granted, and entries that go are removed: each has the right of the direct act. */
function requireRightsOver(
  tx: TransactionContext,
  { spentCredits }: Pick<NewRefund, 'spentCredits'>,
  earned: Partial<Record<Tier, number>>,
) {
  if (Object.keys(earned).length === 0) return
  if (spentCredits === 'keep') requireAlso(tx, 'credits.change')
  if (spentCredits === 'entries') requireAlso(tx, 'entries.change')
}

/** A refund of 0 has nothing to ask the provider, so it succeeds at once. */
async function insertRefund(ctx: DataContext, order: KnownOrder, input: NewRefund, refund: MadeRefund): Promise<void> {
  const isDone = refund.amountCents === 0
  await ctx.db
    .insertInto('refund')
    .values({
      id: refund.id,
      order_id: order.id,
      status: isDone ? 'succeeded' : 'requested',
      reason: input.reason,
      actor_id: input.isOfBuyer ? null : (ctx.actor?.userId ?? null),
      spent_credits: input.spentCredits,
      credits_taken: JSON.stringify(refund.creditsTaken),
      entries_removed: refund.entriesRemoved,
      ...columnsOf(refund.parts),
      created_at: ctx.now(),
      succeeded_at: isDone ? ctx.now() : null,
    })
    .execute()
  await ctx.db
    .insertInto('refund_line')
    .values(
      refund.lines.map(({ position, quantity, netCents, restocked }) => ({
        refund_id: refund.id,
        order_id: order.id,
        position,
        quantity,
        net_cents: netCents,
        restocked: input.restock && restocked > 0,
      })),
    )
    .execute()
}

/** The database guards against excessive refunds: `never_refunded_beyond` and `refunded_within_line`. */
async function takeFromOrder(
  tx: TransactionContext,
  order: KnownOrder,
  { amountCents, lines, creditsTaken: credits, entriesRemoved }: MadeRefund,
  note: string,
): Promise<void> {
  const detail = { amountCents, credits, entriesRemoved }
  await requireMove(tx, order.id, 'refund', { cents: amountCents, event: { detail, note } })
  const { numAffectedRows } = await sql`
    update order_line l set refunded = l.refunded + p.quantity, backordered = l.backordered - p.cancelled
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as p (position smallint, quantity integer, cancelled integer)
    where l.order_id = ${order.id} and l.position = p.position`.execute(tx.db)
  if (numAffectedRows !== BigInt(lines.length)) throw new Error(`Lines of order ${order.id} are missing.`)
}

/** Enqueues the provider request and the follow-up jobs. For a free order the buyer is told at once. */
async function askForWhatFollows(
  tx: TransactionContext,
  order: KnownOrder,
  { isCancelled = false }: NewRefund,
  refund: MadeRefund,
): Promise<void> {
  const isWhole = piecesLeft(order.lines).every(left =>
    refund.lines.some(line => line.position === left.position && line.quantity === left.quantity),
  )
  if (refund.amountCents > 0) await enqueue(tx, SEND_REFUND, { refundId: refund.id })
  else if (!isCancelled) await notifyBuyer(tx, order, refundedEmail(tx, { order, refund }))
  if (!isWhole) return
  await undoWhatPaidOrdersBegin(tx, order)
  // Nothing is left to decide.
  await voidProposals(tx, { type: 'order', id: order.id }, ['refund_order', 'cancel_order'])
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

type Earned = {
  refundId: string
  /** `RD-100001` */
  reference: string
  userId: string
  /** Credits earned by the refunded pieces. */
  earned: Partial<Record<Tier, number>>
  spentCredits: SpentCredits
}

/**
 * Takes back the credits of refunded pieces. Staff's choice applies to spent credits. The accounts are locked
 * before the balance is read, so never more than the available credits are taken.
 */
async function takeCreditsBack(
  tx: TransactionContext,
  ports: OrdersPorts,
  { refundId, reference, userId, earned, spentCredits }: Earned,
): Promise<Pick<MadeRefund, 'creditsTaken' | 'entriesRemoved'>> {
  if (spentCredits === 'keep' || Object.keys(earned).length === 0) return { creditsTaken: {}, entriesRemoved: 0 }
  const entriesRemoved = spentCredits === 'entries' ? await ports.free(tx, { userId, owed: earned }) : 0
  const available = await lockBalances(tx, userId)
  const source = { type: 'refund', id: refundId, description: `Refund of order ${reference}` }
  const creditsTaken: MadeRefund['creditsTaken'] = {}
  for (const tier of TIERS) {
    const amount = Math.min(earned[tier] ?? 0, available[tier])
    if (amount === 0) continue
    await withdrawCredits(tx, { userId, tier, amount, kind: 'reversed', source })
    creditsTaken[tier] = amount
  }
  return { creditsTaken, entriesRemoved }
}
