import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { DISCREPANCY_KINDS } from '../contract.ts'

export type BalanceCause = {
  /**
   * A kind of discrepancy; `other_day`: paid within the period on only one side; `not_compared`: too young to be judged, or changed since
   * the last comparison; `second_gateway`: money that cannot be compared, because only our books list it.
   */
  kind: (typeof DISCREPANCY_KINDS)[number] | 'other_day' | 'not_compared' | 'second_gateway'
  /** The difference that this cause explains. */
  of: 'payments' | 'refunds' | 'disputes'
  /** Ours less theirs. The causes of a difference add up to it. */
  amountCents: Cents
  orderId?: string
  providerId?: string
}

/** Both sides; `difference` is ours less theirs. */
type Sides = { orders: Cents; payments: Cents; difference: Cents }

export type Balance = Sides & {
  /** Refunds: by our books, counted from the decision, and by the provider. */
  refunds: Sides
  /** Money that banks took through disputes, less returned money. */
  disputes: Sides
  causes: BalanceCause[]
  /** Time of the last comparison; null before the first. */
  comparedAt: Date | null
}

/** Limit of causes listed one by one. The rest is in `not_compared` and in the list of discrepancies. */
const MOST = 200

/**
 * Compares the money of a period on both sides: payments by our orders and renewals, and payments by the provider, each summed
 * independently. The result has the difference and its causes. Money of a second gateway counts on our side and is a cause of its own.
 * @param period from its first moment to the first moment after it. Past days are read from their sums.
 */
export async function readBalance(ctx: Context, { from, to }: { from: Date; to: Date }): Promise<Balance> {
  const [daily, disputed, alone, found] = await Promise.all([
    sumsOf(ctx, from, to),
    disputesIn(ctx, from, to),
    gatewayMoney(ctx, from, to),
    causesOf(ctx, from, to),
  ])
  const sums = { ...daily, ...disputed }
  const payments = sidesOf(sums.orders + alone.payments, sums.payments)
  const refunds = sidesOf(sums.refunds + alone.refunds, sums.repaid)
  const disputes = sidesOf(sums.disputes, sums.chargedBack)
  const uncompared = (['payments', 'refunds'] as const)
    .filter(of => alone[of] > 0)
    .map((of): BalanceCause => ({ kind: 'second_gateway', of, amountCents: alone[of] }))
  const named = [...uncompared, ...found]
  const rest = (of: BalanceCause['of'], difference: Cents): BalanceCause[] => {
    const left = named.filter(cause => cause.of === of).reduce((sum, cause) => sum - cause.amountCents, difference)
    return left === 0 ? [] : [{ kind: 'not_compared', of, amountCents: left }]
  }
  const causes = [
    ...named,
    ...rest('payments', payments.difference),
    ...rest('refunds', refunds.difference),
    ...rest('disputes', disputes.difference),
  ]
  return { ...payments, refunds, disputes, causes, comparedAt: sums.comparedAt }
}

const sidesOf = (orders: Cents, payments: Cents): Sides => ({ orders, payments, difference: orders - payments })

type Sums = Record<'orders' | 'payments' | 'refunds' | 'repaid', Cents> & { comparedAt: Date | null }

/** Reads whole days from their sums, and the rest at both ends of the period from the facts. */
async function sumsOf({ db }: Context, from: Date, to: Date): Promise<Sums> {
  const { rows } = await sql<Sums & { since: Date; till: Date }>`
    select coalesce(sum(orders_cents), 0) as orders, coalesce(sum(payments_cents), 0) as payments,
      coalesce(sum(refunds_cents), 0) as refunds, coalesce(sum(repaid_cents), 0) as repaid,
      coalesce(min(day)::timestamp at time zone 'UTC', ${to}) as since,
      coalesce((max(day) + 1)::timestamp at time zone 'UTC', ${to}) as till,
      (select compared_at from reconciler) as "comparedAt"
    from balance_day
    where day::timestamp at time zone 'UTC' >= ${from} and (day + 1)::timestamp at time zone 'UTC' <= ${to}`.execute(db)
  const { since, till, comparedAt, ...days } = rows[0]!
  // Queried separately, each end is one index range.
  const ends = await Promise.all([factsOf(db, from, since), factsOf(db, till, to)])
  const whole = (side: keyof typeof days) => ends.reduce((sum, end) => sum + end[side], days[side])
  return {
    orders: whole('orders'),
    payments: whole('payments'),
    refunds: whole('refunds'),
    repaid: whole('repaid'),
    comparedAt,
  }
}

/** Disputes are few, and both sides have the provider's timestamps, so their movements are summed directly. */
async function disputesIn({ db }: Context, from: Date, to: Date): Promise<Record<'disputes' | 'chargedBack', Cents>> {
  const taken = (table: string) =>
    sql`(select coalesce(-sum(amount_cents), 0)::bigint from ${sql.table(table)} where at >= ${from} and at < ${to})`
  const { rows } = await sql<Record<'disputes' | 'chargedBack', Cents>>`
    select ${taken('book_movement')} as disputes, ${taken('provider_movement')} as "chargedBack"`.execute(db)
  return rows[0]!
}

/** Money that a second gateway took and refunded in the period, by our own books. */
async function gatewayMoney({ db }: Context, from: Date, to: Date): Promise<Record<'payments' | 'refunds', Cents>> {
  const { rows } = await sql<Record<'payments' | 'refunds', Cents>>`
    select coalesce(sum(amount_cents) filter (where of = 'payments'), 0) as payments,
      coalesce(sum(amount_cents) filter (where of = 'refunds'), 0) as refunds
    from book_gateway_money where at >= ${from} and at < ${to}`.execute(db)
  return rows[0]!
}

async function factsOf(db: Context['db'], since: Date, till: Date): Promise<Omit<Sums, 'comparedAt'>> {
  const inside = sql`at >= ${since} and at < ${till}`
  const { rows } = await sql<Omit<Sums, 'comparedAt'>>`
    select (select coalesce(sum(amount_cents), 0) from book_payment where ${inside}) as orders,
      (select coalesce(sum(amount_cents), 0) from book_refund where status <> 'failed' and ${inside}) as refunds,
      coalesce(sum(counted_cents) filter (where kind = 'charge'), 0) as payments,
      coalesce(sum(counted_cents) filter (where kind = 'refund'), 0) as repaid
    from provider_payment where ${inside}`.execute(db)
  return rows[0]!
}

async function causesOf({ db }: Context, from: Date, to: Date): Promise<BalanceCause[]> {
  const inside = (at: RawBuilder<unknown>) => sql`coalesce(${at} >= ${from} and ${at} < ${to}, false)`
  const amount = sql`(case when ${inside(sql`ours_at`)} then coalesce(ours_cents, 0) else 0 end
    - case when ${inside(sql`theirs_at`)} then coalesce(theirs_cents, 0) else 0 end)`
  const { rows } = await sql<BalanceCause & { orderId: string | null; providerId: string | null }>`
    select * from (
      select kind, case when kind like 'refund_%' then 'refunds' when kind like 'dispute_%' then 'disputes' else 'payments' end as of, ${amount} as "amountCents",
        order_id as "orderId", provider_id as "providerId"
      from discrepancy
      where resolved_at is null and (${inside(sql`ours_at`)} or ${inside(sql`theirs_at`)}) and ${amount} <> 0
      union all
      ${acrossEdge(from, sql`+`)}
      union all
      ${acrossEdge(to, sql`-`)}
    ) cause
    order by abs("amountCents") desc limit ${MOST}`.execute(db)
  return rows.map(({ orderId, providerId, ...cause }) => ({
    ...cause,
    ...(orderId && { orderId }),
    ...(providerId && { providerId }),
  }))
}

/**
 * Agreeing payments that the provider took on one side of a moment and our books recorded on the other. Nearly every payment is booked
 * within an hour, so the query reads only that hour around the moment and the few later ones.
 * @param sign whether a booking after the moment adds to our side (start of the period) or subtracts from it (end).
 */
const acrossEdge = (moment: Date, sign: RawBuilder<unknown>) => sql`
  select 'other_day', case kind when 'charge' then 'payments' else 'refunds' end,
    ${sign} case when booked_at >= ${moment} then counted_cents else -counted_cents end, order_id, id
  from provider_payment p
  where booked_at is not null and (p.at < ${moment}) <> (booked_at < ${moment})
    and p.id in (
      select id from provider_payment
      where at between ${moment}::timestamptz - interval '1 hour' and ${moment}::timestamptz + interval '1 hour'
      union all
      select id from provider_payment
      where booked_at is null or booked_at - at not between interval '-1 hour' and interval '1 hour')
    and counted_cents > 0
    and not exists (select from discrepancy d where d.resolved_at is null and d.subject = p.id)`
