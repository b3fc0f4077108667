import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { benefitAmountOf } from '#kernel/values/words/premium-benefits.ts'
import { intervalOf, type Subscription } from '../../contract.ts'
import { type DueInvoice, findDueInvoice, findLastPayment } from '../../invoices/queries/invoices.server.ts'
import type { MembershipPorts } from '../../ports.ts'
import { isLastTry, type MembershipStatus, monthlyCentsOf } from '../../rules.ts'

export type MembershipRow = {
  id: string
  userId: string
  providerId: string | null
  plan: 'monthly' | 'yearly'
  status: MembershipStatus
  isEnding: boolean
  priceCents: number
  startedAt: Date
  periodStartedAt: Date | null
  periodEndsAt: Date
  cancelledAt: Date | null
  endedAt: Date | null
  benefitIssuedAt: Date | null
  customerId: string | null
  nextPlan: 'monthly' | 'yearly' | null
  nextPriceCents: number | null
  endedUnpaid: boolean
}

/** Returns the active membership, else the latest one, else undefined. */
export async function findMembershipRow(ctx: Context, userId: string): Promise<MembershipRow | undefined> {
  const { rows } = await select(
    sql`m.user_id = ${userId} order by m.status = 'cancelled', m.started_at desc, m.id desc limit 1`,
    ctx,
  )
  return rows[0]
}

const select = (condition: RawBuilder<unknown>, ctx: Context) =>
  sql<MembershipRow>`
    select m.id, m.user_id as "userId", m.provider_id as "providerId", m.plan, m.status, m.price_cents as "priceCents",
      m.cancel_at_period_end as "isEnding", m.started_at as "startedAt", m.cancelled_at as "cancelledAt", m.ended_at as "endedAt",
      m.current_period_started_at as "periodStartedAt", m.current_period_ends_at as "periodEndsAt",
      m.benefit_issued_at as "benefitIssuedAt", m.customer_id as "customerId", m.next_plan as "nextPlan",
      m.next_price_cents as "nextPriceCents", m.ended_unpaid as "endedUnpaid"
    from membership m where ${condition}`.execute(ctx.db)

/** The user's subscription as the API shows it; undefined for a user without any membership. */
export async function findSubscription(
  ctx: Context,
  { isAutoEntryOn }: MembershipPorts,
  userId: string,
): Promise<Subscription | undefined> {
  const [row, autoEntryEnabled] = await Promise.all([findMembershipRow(ctx, userId), isAutoEntryOn(ctx, userId)])
  if (!row) return undefined
  const [due, lastPayment] = await Promise.all([findDueInvoice(ctx, row.id), findLastPayment(ctx, row.id)])
  return {
    ...toSubscription(ctx, row, autoEntryEnabled),
    lastPayment: lastPayment
      ? { amount: toDollars(lastPayment.amountCents), date: lastPayment.paidAt.toISOString() }
      : null,
    failedPayment: due && row.status === 'past_due' ? toFailedPayment(due) : null,
  }
}

const toFailedPayment = ({ amountCents, tries, nextTry, payUrl }: DueInvoice) => ({
  amount: toDollars(amountCents),
  tries,
  nextTry: nextTry?.toISOString() ?? null,
  isLastTry: isLastTry(tries),
  payUrl,
})

type Money = 'lastPayment' | 'failedPayment'

function toSubscription(ctx: Context, row: MembershipRow, autoEntryEnabled: boolean): Omit<Subscription, Money> {
  const { plan, priceCents } = row
  const isCancelled = row.isEnding || row.status === 'cancelled'
  const isBilled = row.providerId !== null
  const { premium } = ctx.settings
  return {
    id: row.id,
    subscriptionId: row.id,
    userId: row.userId,
    status: isCancelled ? 'cancelled' : row.status,
    plan,
    amount: toDollars(monthlyCentsOf(priceCents, plan)),
    total: toDollars(priceCents),
    interval: intervalOf(plan),
    startDate: row.startedAt.toISOString(),
    // While a renewal fails, the next event is another try.
    nextBillingDate: isCancelled || !isBilled || row.status === 'past_due' ? null : row.periodEndsAt.toISOString(),
    lastBillingDate: row.periodStartedAt?.toISOString() ?? null,
    cancelledDate: isCancelled ? (row.cancelledAt?.toISOString() ?? null) : null,
    endDate: isCancelled ? (row.endedAt ?? row.periodEndsAt).toISOString() : null,
    benefitsActive: row.status === 'active',
    autoEntryEnabled,
    bonusEntries: premium.monthlyBenefit === 'bonus-entries' ? benefitAmountOf(premium) : 0,
    monthlyCreditIssued: row.benefitIssuedAt?.toISOString() ?? null,
    paymentMethod: row.providerId && ctx.payments.providerOf(row.providerId).id,
    hasPortal: isBilled,
    nextPlan: nextPlanOf(row),
    endedUnpaid: row.endedUnpaid,
  }
}

function nextPlanOf({ nextPlan: plan, nextPriceCents, periodEndsAt }: MembershipRow): Subscription['nextPlan'] {
  if (plan === null || nextPriceCents === null) return null
  const amount = toDollars(monthlyCentsOf(nextPriceCents, plan))
  const total = toDollars(nextPriceCents)
  return { plan, interval: intervalOf(plan), amount, total, startDate: periodEndsAt.toISOString() }
}
