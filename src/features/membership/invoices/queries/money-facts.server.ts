import { type RawBuilder, sql } from 'kysely'

/**
 * Membership payments after the first, which belongs to an order: SQL with `at`, `fact`, `subscription` (the provider's id) and
 * `cents`, less refunds. The provider's invoice has no date of a refund, so a refund counts on the day of its payment.
 * @param during builds the condition on the time of the payment.
 */
export const renewalFacts = (during: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select i.paid_at as at, i.id as fact, m.provider_id as subscription, i.amount_cents - i.refunded_cents as cents
  from membership_invoice i join membership m on m.id = i.membership_id
  where i.status = 'paid' and i.reason <> 'first' and ${during(sql`i.paid_at`)}`

/** Membership payments after the first, less refunds, per day of the shop, over all time: SQL with `day` and `cents`. */
export const renewalsByDay = sql`
  select shop_day(paid_at) as day, sum(amount_cents - refunded_cents) as cents
  from membership_invoice where status = 'paid' and reason <> 'first' group by 1`

/** Times of the earliest and latest of these payments: SQL with one row of `first` and `last`. */
export const renewalReach = sql`
  select min(paid_at) as first, max(paid_at) as last from membership_invoice where status = 'paid' and reason <> 'first'`
