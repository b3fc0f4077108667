import type { Right } from '#kernel/rights.ts'
import type { Cents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'

export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost', 'prevented'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]
/** The effect of a dispute on the credits of its order. */
export type Effect = 'none' | 'frozen' | 'released' | 'taken'

export const isOpen = (status: DisputeStatus): boolean => status === 'needs_response' || status === 'under_review'

export const DISPUTE_ACTIONS = ['submit', 'accept'] as const
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number]
/** The right to answer a dispute: that of the routes and of the buttons. */
export const ANSWER_RIGHT = 'orders.refund' satisfies Right

type Answered = { status: DisputeStatus; dueBy: Date | null }

/** Why a dispute does not take an answer of the shop now, as a code of `DISPUTE_ERRORS`; null if it does. */
export function answerRefusal(action: DisputeAction, { status, dueBy }: Answered, now: Date) {
  if (!isOpen(status)) return 'dispute_closed'
  if (action === 'accept') return null
  if (status !== 'needs_response') return 'evidence_submitted'
  return dueBy && dueBy <= now ? 'evidence_late' : null
}

type Standing = { status: DisputeStatus; isInquiry: boolean; amountCents: Cents }

/** An open chargeback: the bank has the money and decides. A dispute inquiry only asks. */
export const isOpenChargeback = ({ status, isInquiry }: Standing): boolean => isOpen(status) && !isInquiry

/**
 * The effect that a dispute must have now. From `taken` there is no way back to `frozen`, because an appeal returns nothing before it is
 * won.
 */
export function effectOf(dispute: Standing, before: Effect): Effect {
  if (dispute.status === 'lost') return 'taken'
  if (isOpenChargeback(dispute)) return before === 'taken' ? 'taken' : 'frozen'
  return before === 'none' ? 'none' : 'released'
}

/**
 * The block of an order by all of its disputes. Lost: none of its money is left.
 * @param heldCents the order's payment less refunds.
 */
export function blockOf(disputes: readonly Standing[], heldCents: Cents) {
  const lost = disputes.filter(({ status }) => status === 'lost')
  const lostCents = lost.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isLost = lost.length > 0 && lostCents >= heldCents
  const block = disputes.some(({ status }) => isOpen(status)) ? 'open' : isLost ? 'lost' : null
  return { block, isLost, refundsBlocked: lost.length > 0 || disputes.some(isOpenChargeback) } as const
}

type Counts = Partial<Record<Tier, number>>

/**
 * The credits that a dispute concerns. For a partial dispute: that part of the order's credits, rounded up, at most the rest after refunds
 * and other disputes of the order.
 */
export function owedCredits(
  { earned, left }: { earned: Counts; left: Counts },
  { amountCents, totalCents }: { amountCents: Cents; totalCents: Cents },
): Counts {
  const part = (count: number) => (amountCents >= totalCents ? count : Math.ceil((count * amountCents) / totalCents))
  const owed = TIERS.map(tier => [tier, Math.max(0, Math.min(part(earned[tier] ?? 0), left[tier] ?? 0))] as const)
  return Object.fromEntries(owed.filter(([, count]) => count > 0))
}

const REASONS: Record<string, string> = {
  bank_cannot_process: 'the bank cannot process it',
  credit_not_processed: 'a refund did not arrive',
  customer_initiated: 'the cardholder asked for it',
  debit_not_authorized: 'not authorized',
  duplicate: 'charged twice',
  fraudulent: 'fraudulent: the cardholder does not recognize it',
  general: 'no reason given',
  incorrect_account_details: 'wrong account details',
  insufficient_funds: 'insufficient funds',
  product_not_received: 'product not received',
  product_unacceptable: 'product not as described',
  subscription_canceled: 'subscription was cancelled',
  unrecognized: 'the cardholder does not recognize it',
}

/** The cardholder's reason, in words for staff. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')
