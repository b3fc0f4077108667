import { z } from 'zod'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Fact, Proposed } from '#features/proposals/contract.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import { refusals } from '#platform/errors.ts'
import { referenceOf } from '../../order/contract.ts'
import { lineName } from '../../order/line-name.ts'
import { SPENT_CREDITS } from '../../order/money/contract.ts'
import { lockOrder } from '../../order/money/stored-refunds.server.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { type KnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { REFUND_ERRORS, type RefundBody } from '../contract.ts'
import { makeRefund, type PlannedRefund, planRefund } from './refund-order.server.ts'

const refuse = refusals(REFUND_ERRORS)

/** Refusals after which a proposal about the money of an order can never happen. */
export const MONEY_MOVED = [
  'order_not_found',
  'refund_changed',
  'nothing_to_refund',
  'not_refundable',
  'payment_disputed',
]

/** Money that the shop gives back, from the threshold on with all that staff gave back of the order. */
export const refundByTwo = (ports: OrdersPorts) =>
  defineProposalKind({
    name: 'refund_order',
    title: 'Refund the order',
    input: z.strictObject({
      lines: z.array(z.strictObject({ position: z.int(), quantity: z.int() })),
      spentCredits: z.enum(SPENT_CREDITS),
      restock: z.boolean(),
      cents: z.int(),
    }),
    rights: ['orders.refund'],
    voidAfter: [...MONEY_MOVED, 'beyond_refundable'],
    execute: (tx, { subject, input: { cents, ...refund }, reason }) =>
      refundLocked(tx, ports, { ...refund, id: subject.id, reason, cents }),
  })

/**
 * Refunds an order, whole or by pieces; from the threshold on, a proposal.
 * @returns the proposal; null when the refund is made.
 * @throws order_not_found, own_order, already_proposed; as `planRefund`.
 */
export const refundByStaff = (
  ctx: Context,
  ports: OrdersPorts,
  id: string,
  body: RefundBody,
): Promise<Proposed | null> =>
  // A merge of users and the deletion of an account lock giveaways before orders.
  retryOnDeadlock(() => transact(ctx, tx => refundLocked(tx, ports, { ...body, id })))

/** `cents`: what the proposal said. */
type Wanted = RefundBody & { id: string; cents?: number }

async function refundLocked(tx: TransactionContext, ports: OrdersPorts, wanted: Wanted): Promise<Proposed | null> {
  const { id, reason, spentCredits, restock, cents } = wanted
  const order = await lockOrder(tx, id)
  const planned = await planRefund(tx, order, wanted)
  requireAsProposed(planned, cents)
  const lines = planned.pieces.map(({ position, quantity }) => ({ position, quantity }))
  if (planned.takesTwo)
    return propose(tx, refundByTwo(ports), {
      subject: { type: 'order', id: order.id, label: referenceOf(order) },
      people: [order.userId],
      input: { lines, spentCredits, restock, cents: planned.parts.amount },
      facts: [...refundFacts(order, planned, spentCredits), { label: 'Pieces', value: piecesIn(order, planned) }],
      reason,
    })
  await makeRefund(tx, ports, order, { lines, reason, spentCredits, restock }, planned)
  tx.onCommit(ctx => tellOfOrder(ctx, order, 'credits'))
  return null
}

/** The second person confirms the amount that the proposal shows, and no other. @throws refund_changed */
export function requireAsProposed({ parts }: PlannedRefund, cents: number | undefined): void {
  if (cents !== undefined && cents !== parts.amount) throw refuse('refund_changed')
}

const CREDITS: Record<RefundBody['spentCredits'], string> = {
  balance: 'Unspent ones are taken back',
  entries: 'Taken back, with entries of open giveaways',
  keep: 'The buyer keeps them',
}

/** What a refund gives back and takes back, for the second person. */
export function refundFacts(
  order: KnownOrder,
  { parts, earned }: PlannedRefund,
  spentCredits: RefundBody['spentCredits'],
): Fact[] {
  const isEarning = Object.keys(earned).length > 0
  return [
    { label: 'Goes back', value: formatMoney(parts.amount) },
    { label: 'Order', value: formatMoney(order.price.total) },
    ...(order.refundedCents > 0 ? [{ label: 'Refunded before', value: formatMoney(order.refundedCents) }] : []),
    ...(isEarning ? [{ label: 'Credits', value: CREDITS[spentCredits] }] : []),
  ]
}

const piecesIn = ({ lines }: KnownOrder, { pieces }: PlannedRefund): string =>
  pieces
    .map(({ position, quantity }) => {
      const line = lines.find(one => one.position === position)
      return `${quantity} × ${line ? lineName(line) : '?'}`
    })
    .join(', ')
