import { readProductCount } from '#features/catalog/queries/count-products.server.ts'
import { readActiveCount } from '#features/giveaways/catalogue/queries/admin-giveaways.server.ts'
import { listEnteredSince, type NewEntries } from '#features/giveaways/entries/queries/entries-since.server.ts'
import { listRegisteredSince, readAccountCount } from '#features/identity/registration/queries/registrations.server.ts'
import { readNamesAndEmails } from '#features/identity/user/queries.server.ts'
import { readSentSms } from '#features/notifications/queries/sent-sms.server.ts'
import { readFreeOrderCount } from '#features/orders/order/queries/paid-counts.server.ts'
import { listPaidSince, type PaidOrder } from '#features/orders/order/queries/paid-since.server.ts'
import { readMoments } from '#features/revenue/queries/balance.server.ts'
import { readReport, readRevenue } from '#features/revenue/queries/report.server.ts'
import type { Period } from '#features/revenue/rules.ts'
import type { Context } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import { type Cents, toCents, toDollars } from '#kernel/values/money.ts'
import { counted } from '#kernel/values/words/counted.ts'
import type { Activity, Costs, Stats } from './contract.ts'

/** The four figures of the shop, and the providers that do not answer. */
export async function readStats(ctx: Context): Promise<Stats> {
  const [totalUsers, activeGiveaways, totalProducts, revenue] = await Promise.all([
    readAccountCount(ctx),
    readActiveCount(ctx),
    readProductCount(ctx),
    hasRight(ctx.actor?.role, 'revenue.read') ? readRevenue(ctx, { period: 'all' }) : null,
  ])
  return {
    totalUsers,
    activeGiveaways,
    totalProducts,
    totalRevenue: revenue?.total_revenue ?? null,
    outages: ctx.outages(),
  }
}

/** Recent activity covers the last 24 hours. */
const RECENT_MS = 24 * 3600 * 1000

type Happened = Activity & { at: Date }
const NOTHING = { email: null, customer_name: null, amount: null, entries: null, giveaway_title: null }

/** Purchases, entries and registrations of the last 24 hours, newest first. */
export async function listActivity(ctx: Context, { limit }: { limit: number }): Promise<Activity[]> {
  const span = { since: new Date(+ctx.now() - RECENT_MS), limit }
  const [orders, entries, people] = await Promise.all([
    listPaidSince(ctx, span),
    listEnteredSince(ctx, span),
    listRegisteredSince(ctx, span),
  ])
  const known = await readNamesAndEmails(
    ctx,
    entries.flatMap(({ userId }) => userId ?? []),
  )
  const happened: Happened[] = [
    ...orders.map(purchase),
    ...entries.map(entry => entered(entry, entry.userId === null ? undefined : known.get(entry.userId))),
    ...people.map(({ id, name, email, at }) => ({
      ...NOTHING,
      type: 'user_registration' as const,
      title: 'New user',
      description: `${name} joined`,
      ...when(at),
      email,
      customer_name: name,
      id,
    })),
  ]
  return happened
    .sort((one, other) => +other.at - +one.at)
    .slice(0, limit)
    .map(({ at: _, ...activity }) => activity)
}

const when = (at: Date) => ({ at, timestamp: at.toISOString() })

const purchase = (order: PaidOrder): Happened => ({
  ...NOTHING,
  type: 'purchase',
  title: `Order ${order.reference}`,
  description: `${order.name ?? order.email} bought ${counted(order.pieces, 'piece')}`,
  ...when(order.at),
  email: order.email,
  customer_name: order.name,
  amount: toDollars(order.totalCents),
  entries: order.credits,
  id: order.id,
})

/** A free entry without an account; the giveaway's entry list names its sender. */
function entered(
  { giveawayId, title, count, at }: NewEntries,
  person: { name: string; email: string } | undefined,
): Happened {
  const slots = counted(count, 'slot')
  return {
    ...NOTHING,
    type: 'giveaway_entry',
    title,
    description: person ? `${person.name} took ${slots}` : `${slots} by a free entry`,
    ...when(at),
    email: person?.email ?? null,
    customer_name: person?.name ?? null,
    entries: count,
    giveaway_title: title,
    id: giveawayId,
  }
}

/** The card provider's list price in the US: 2.9 % and 30 cents a charge (its price page, read in November 2026). */
const CARD = { percent: 2.9, cents: 30 }
/** Twilio's list price of a segment to the US from a toll-free or long number, without the carriers' surcharges (twilio.com/sms/pricing/us). */
const SMS_SEGMENT_DOLLARS = 0.0083

/** Estimated card costs of `charges` charges with this total. A refund returns none of these costs. */
export const cardCosts = (charges: number, totalCents: Cents): Cents =>
  Math.round((totalCents * CARD.percent) / 100 + charges * CARD.cents)

/** Estimated SMS costs, by segments. */
export const smsCosts = (segments: number): Cents => Math.round(segments * SMS_SEGMENT_DOLLARS * 100)

/** The prices in words, shown beside the estimates. */
const RATE_WORDS = {
  card: `${CARD.percent}% and $0.${CARD.cents} a charge`,
  sms: `$${SMS_SEGMENT_DOLLARS} a segment, without carrier surcharges`,
}

/** Costs of a period: the shop's own fees to the cent, and its providers by their list prices. */
export async function readCosts(ctx: Context, { period }: { period: Period }): Promise<Costs> {
  const { from, to, sums } = await readReport(ctx, { period, by: 'month', limit: 1 })
  const moments = await readMoments(ctx, { from, to })
  const sms = await readSentSms(ctx, moments)
  const charges = sums.orders - (await readFreeOrderCount(ctx, moments)) + sums.renewals.count
  const card = cardCosts(charges, toCents(sums.total) + toCents(sums.renewals.total))
  const segments = smsCosts(sms.segments)
  const less = (name: 'amount' | 'clientShare' | 'platformShare') =>
    toDollars(toCents(sums.fees[name]) - toCents(sums.refunds.fees[name]))
  return {
    period,
    from,
    to,
    fees: { amount: less('amount'), clientShare: less('clientShare'), platformShare: less('platformShare') },
    providers: [
      { name: 'Card payments', count: charges, unit: 'charges', rate: RATE_WORDS.card, estimate: toDollars(card) },
      { name: 'SMS', count: sms.segments, unit: 'segments', rate: RATE_WORDS.sms, estimate: toDollars(segments) },
    ],
    estimate: toDollars(card + segments),
    revenue: sums.net,
    left: toDollars(toCents(sums.net) - card - segments),
  }
}
