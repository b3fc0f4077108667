import type { Right } from '#kernel/rights.ts'

/** Kinds of work that waits for staff. Within an urgency without deadlines they stand in this order. */
export const WORK_KINDS = [
  'disputes',
  'failed_refunds',
  'held_orders',
  'cancel_requests',
  'winner_tasks',
  'winner_answers',
  'overdue_tickets',
  'overdue_inquiries',
  'discrepancies',
  'legal_duties',
  'draws',
  'orders_to_pack',
  'proposals',
  'cards',
  'reviews',
  'winner_stories',
  'low_stock',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** The right to do the work. Staff without it neither see the kind nor cause its query. */
export const RIGHT_OF: Record<WorkKind, Right> = {
  disputes: 'orders.refund',
  failed_refunds: 'orders.refund',
  held_orders: 'orders.refund',
  cancel_requests: 'orders.refund',
  winner_tasks: 'winners.change',
  winner_answers: 'winners.change',
  overdue_tickets: 'tickets.change',
  overdue_inquiries: 'tickets.change',
  discrepancies: 'payments.reconcile',
  legal_duties: 'giveaways.change',
  draws: 'giveaways.read',
  orders_to_pack: 'orders.fulfil',
  proposals: 'proposals.decide',
  cards: 'entries.confirm',
  reviews: 'reviews.moderate',
  winner_stories: 'reviews.moderate',
  low_stock: 'products.change',
}

/** `now`: overdue, or money went wrong. `soon`: has a deadline ahead. `later`: waits without a deadline. */
export const URGENCIES = ['now', 'soon', 'later'] as const
export type Urgency = (typeof URGENCIES)[number]

/** Work without a deadline that staff must look at first, because money is at the wrong place. */
const FAILURES: readonly WorkKind[] = ['failed_refunds', 'held_orders', 'discrepancies']

type Ranked = { kind: WorkKind; urgency: Urgency; dueAt: string | null }

/** @param dueAt the first deadline of the kind. */
export function urgencyOf(kind: WorkKind, dueAt: Date | null, now: Date): Urgency {
  if (FAILURES.includes(kind)) return 'now'
  if (!dueAt) return 'later'
  return dueAt <= now ? 'now' : 'soon'
}

/** Urgent kinds first; those with a deadline ahead by it, all others in the order of `WORK_KINDS`. */
export function byUrgency(one: Ranked, other: Ranked): number {
  const kinds = WORK_KINDS.indexOf(one.kind) - WORK_KINDS.indexOf(other.kind)
  if (one.urgency !== other.urgency) return URGENCIES.indexOf(one.urgency) - URGENCIES.indexOf(other.urgency)
  if (one.urgency !== 'soon') return kinds
  return Date.parse(one.dueAt!) - Date.parse(other.dueAt!) || kinds
}
