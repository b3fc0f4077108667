import { listLowStock } from '#features/catalog/queries/low-stock.server.ts'
import { listDueDisputes } from '#features/disputes/queries/due-disputes.server.ts'
import { listNextDraws } from '#features/draws/queries/next-draws.server.ts'
import { listWaitingCards } from '#features/free-entry/cards/queries/waiting-cards.server.ts'
import { listDueDuties } from '#features/giveaways/obligations/queries/due-duties.server.ts'
import { listWaitingOrders } from '#features/orders/history/admin/queries/waiting-orders.server.ts'
import { SHOWN_ON_HOLD } from '#features/orders/order/standing.ts'
import { listFailedRefunds } from '#features/orders/refunds/queries/failed-refunds.server.ts'
import { listWaitingProposals } from '#features/proposals/queries/proposals.server.ts'
import { listOpenDiscrepancies } from '#features/reconciliation/queries/open-discrepancies.server.ts'
import { listWaitingReviews } from '#features/reviews/admin/queries/staff-reviews.server.ts'
import { listOverdueTickets } from '#features/support/desk/queries/overdue-tickets.server.ts'
import { listWaitingStories } from '#features/winners/gallery/queries/stories.server.ts'
import { listAnswersDue } from '#features/winners/queries/answers-due.server.ts'
import { listTasks } from '#features/winners/queries/winners.server.ts'
import { TASK_WORDS } from '#features/winners/rules.ts'
import type { Waiting } from '#kernel/api/waiting.server.ts'
import { NAMED, WAITING_LIMIT } from '#kernel/api/waiting-limits.ts'
import type { Context } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import type { Today, Work, WorkItem } from '../contract.ts'
import { byUrgency, RIGHT_OF, urgencyOf, WORK_KINDS, type WorkKind } from '../rules.ts'

/** The work that waits for the caller. Each kind is read by its feature, and only with the right to do it. */
export async function readToday(ctx: Context): Promise<Today> {
  const kinds = WORK_KINDS.filter(kind => hasRight(ctx.actor?.role, RIGHT_OF[kind]))
  const found = await Promise.all(kinds.map(async kind => workOf(kind, await READ[kind](ctx), ctx.now())))
  return { work: found.flatMap(work => work ?? []).sort(byUrgency), limit: WAITING_LIMIT }
}

function workOf(kind: WorkKind, { count, first: items }: Waiting<WorkItem>, now: Date): Work | null {
  const [first] = items
  if (!first) return null
  const { dueAt, since } = first
  return { kind, urgency: urgencyOf(kind, dueAt ? new Date(dueAt) : null, now), count, dueAt, since, items }
}

type Item = Omit<WorkItem, 'dueAt' | 'since'> & { dueAt?: Date | null; since?: Date | null }

async function shown<Row>(found: Promise<Waiting<Row>>, itemOf: (row: Row) => Item): Promise<Waiting<WorkItem>> {
  const { count, first } = await found
  return {
    count,
    first: first.map(itemOf).map(({ dueAt, since, ...item }) => ({
      ...item,
      dueAt: dueAt?.toISOString() ?? null,
      since: since?.toISOString() ?? null,
    })),
  }
}

const money = (cents: Cents) => formatMoney(cents)
const same = (id: string) => ({ id, recordId: id })

const tickets = (ctx: Context, type: 'support' | 'general') =>
  shown(listOverdueTickets(ctx, type), ({ id, subject, writer, dueAt }) => ({
    ...same(id),
    name: subject,
    note: writer,
    dueAt,
  }))

const NEXT_STEP = {
  freeze: 'Sealing of the list',
  draw: 'Draw by the public round',
  empty: 'No entries. Relist it or delete it.',
} as const

/** The draw does not wait for the time stamp, and the request is repeated each minute. */
const drawNote = (step: keyof typeof NEXT_STEP, stampFault: string | null) =>
  stampFault ? `${NEXT_STEP[step]}. No time stamp yet: ${stampFault}` : NEXT_STEP[step]

const READ: Record<WorkKind, (ctx: Context) => Promise<Waiting<WorkItem>>> = {
  disputes: ctx =>
    shown(listDueDisputes(ctx), ({ id, orderId, reference, providerId, amountCents, dueBy, openedAt }) => ({
      ...{ id, recordId: orderId, name: reference ?? providerId, note: money(amountCents) },
      ...(dueBy ? { dueAt: dueBy } : { since: openedAt }),
    })),
  failed_refunds: ctx =>
    shown(listFailedRefunds(ctx), ({ id, orderId, reference, amountCents, decidedAt }) => ({
      ...{ id, recordId: orderId, name: reference, note: money(amountCents), since: decidedAt },
    })),
  held_orders: ctx =>
    shown(listWaitingOrders(ctx, SHOWN_ON_HOLD), ({ id, reference, email, totalCents, paidAt, placedAt }) => ({
      ...{ ...same(id), name: reference, note: `${money(totalCents)}, ${email}`, since: paidAt ?? placedAt },
    })),
  cancel_requests: ctx =>
    shown(listWaitingOrders(ctx, 'cancel_asked'), ({ id, reference, email, totalCents, cancelAskedAt }) => ({
      ...{ ...same(id), name: reference, note: `${money(totalCents)}, ${email}`, since: cancelAskedAt },
    })),
  winner_tasks: ctx =>
    shown(winnerTasks(ctx), ({ winnerId, task, title, name, dueAt }) => ({
      ...{ ...same(winnerId), name: TASK_WORDS[task], note: `${title}, ${name}`, dueAt: new Date(dueAt), step: task },
    })),
  winner_answers: ctx =>
    shown(listAnswersDue(ctx), ({ id, title, name, dueAt }) => ({ ...same(id), name, note: title, dueAt })),
  overdue_tickets: ctx => tickets(ctx, 'support'),
  overdue_inquiries: ctx => tickets(ctx, 'general'),
  discrepancies: ctx =>
    shown(listOpenDiscrepancies(ctx), ({ id, orderId, title, subject, firstSeenAt }) => ({
      ...{ id, recordId: orderId, name: title, note: subject, since: firstSeenAt },
    })),
  legal_duties: ctx =>
    shown(listDueDuties(ctx), ({ giveawayId, duty, title, task, dueAt }) => ({
      ...{ id: `${giveawayId} ${duty}`, recordId: giveawayId, name: task, note: title, dueAt },
    })),
  draws: ctx =>
    shown(listNextDraws(ctx), ({ id, title, step, at, stampFault }) => ({
      ...{ ...same(id), name: title, note: drawNote(step, stampFault) },
      ...(step === 'empty' ? { since: at } : { dueAt: at }),
    })),
  orders_to_pack: ctx =>
    shown(listWaitingOrders(ctx, 'to_pack'), ({ id, reference, email, paidAt, placedAt }) => ({
      ...{ ...same(id), name: reference, note: email, since: paidAt ?? placedAt },
    })),
  proposals: ctx =>
    shown(listWaitingProposals(ctx), ({ id, title, label, proposedAt }) => ({
      ...{ ...same(id), name: title, note: label, since: proposedAt },
    })),
  cards: ctx =>
    shown(listWaitingCards(ctx), ({ number, giveawayId, title, typedAt }) => ({
      ...{ id: String(number), recordId: giveawayId, name: `Card ${number}`, note: title, since: typedAt },
    })),
  reviews: ctx =>
    shown(listWaitingReviews(ctx), ({ id, product, writer, writtenAt }) => ({
      ...{ ...same(id), name: product, note: writer, since: writtenAt },
    })),
  winner_stories: ctx =>
    shown(listWaitingStories(ctx), ({ id, winnerId, name, title, writtenAt }) => ({
      ...{ id, recordId: winnerId, name: title, note: name, since: writtenAt },
    })),
  low_stock: ctx =>
    shown(listLowStock(ctx), ({ id, name, isSoldOut, fewest }) => ({
      ...same(id),
      name,
      note: stockWords(isSoldOut, fewest),
    })),
}

/** @param fewest free units of the variant with the fewest. */
function stockWords(isSoldOut: boolean, fewest: number): string {
  if (isSoldOut) return 'Sold out'
  return fewest <= 0 ? 'A variant is sold out' : `${fewest} left of a variant`
}

async function winnerTasks(ctx: Context) {
  const { tasks, open } = await listTasks(ctx, { limit: NAMED })
  return { count: Math.min(open, WAITING_LIMIT), first: tasks }
}
