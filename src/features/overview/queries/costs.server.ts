import { sentSms } from '#features/notifications/queries/sent-sms.server.ts'
import { momentsOf } from '#features/revenue/queries/balance.server.ts'
import { reportOf } from '#features/revenue/queries/report.server.ts'
import type { Period } from '#features/revenue/rules.ts'
import type { Context } from '#kernel/context.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import type { Costs } from '../contract.ts'
import { cardCosts, RATE_WORDS, smsCosts } from '../costs/rates.ts'

/** Costs of a period: the shop's own fees to the cent, and its providers by their list prices. */
export async function costsOf(ctx: Context, { period }: { period: Period }): Promise<Costs> {
  const { from, to, sums } = await reportOf(ctx, { period, by: 'month', limit: 1 })
  const sms = await sentSms(ctx, await momentsOf(ctx, { from, to }))
  const charges = sums.orders + sums.renewals.count
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
