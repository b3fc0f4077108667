import { type RawBuilder, sql } from 'kysely'

/**
 * Payments of memberships after the first, which is an order's: SQL with `at`, `fact`, `subscription` (the provider's id) and
 * `cents`, less what was paid back. The provider's invoice tells no day of a refund, so it is taken off on the day of the payment.
 * @param during makes the condition on the time of the payment.
 */
export const renewalFacts = (during: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select i.paid_at as at, i.id as fact, m.provider_id as subscription, i.amount_cents - i.refunded_cents as cents
  from membership_invoice i join membership m on m.id = i.membership_id
  where i.status = 'paid' and i.reason <> 'first' and ${during(sql`i.paid_at`)}`

/** The same by the shop's day, over all time: SQL with `day` and `cents`. */
export const renewalsByDay = sql`
  select shop_day(paid_at) as day, sum(amount_cents - refunded_cents) as cents
  from membership_invoice where status = 'paid' and reason <> 'first' group by 1`

/** Since when and until when there are any: SQL with one row of `first` and `last`. */
export const renewalReach = sql`
  select min(paid_at) as first, max(paid_at) as last from membership_invoice where status = 'paid' and reason <> 'first'`
