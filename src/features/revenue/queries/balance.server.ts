import { sql } from 'kysely'
import { readBalance } from '#features/reconciliation/queries/balance.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { endOfDay, startOfDay } from '#kernel/values/shop-day.server.ts'
import type { Day } from '#kernel/values/shop-day.ts'
import type { Balance, BalanceQuery } from '../contract.ts'
import { readReportDays } from './report.server.ts'

/**
 * Compares payments by orders and renewals with the payment provider's for some days, with the difference and its causes. Reconciliation
 * does the comparison; this query converts days to moments and cents to dollars.
 */
export async function readRevenueBalance(ctx: Context, query: BalanceQuery): Promise<Balance> {
  const { from, to } = await readReportDays(ctx, query)
  const found = await readBalance(ctx, await readMoments(ctx, { from, to }))
  const sides = ({ orders, payments, difference }: typeof found.refunds) => ({
    orders: toDollars(orders),
    payments: toDollars(payments),
    difference: toDollars(difference),
  })
  return {
    from,
    to,
    ...sides(found),
    isEqual: [found, found.refunds, found.disputes].every(({ difference }) => difference === 0),
    refunds: sides(found.refunds),
    disputes: sides(found.disputes),
    causes: found.causes.map(({ kind, of, amountCents, orderId, providerId }) => ({
      kind,
      of,
      amount: toDollars(amountCents),
      orderId: orderId ?? null,
      providerId: providerId ?? null,
    })),
    comparedAt: found.comparedAt?.toISOString() ?? null,
  }
}

/** The first moment of the days, and the first moment after them. */
export async function readMoments(
  ctx: Context,
  { from, to }: { from: Day; to: Day },
): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${startOfDay(from)} as "from", ${endOfDay(to)} as "to"`.execute(ctx.db)
  return rows[0]!
}
