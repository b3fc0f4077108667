import { type RawBuilder, sql } from 'kysely'

/**
 * Payments of memberships after the first, which is an order's: SQL with `at`, `fact`, `subscription` (the provider's id) and
 * `cents`, less what was paid back. The provider's invoice tells no day of a refund, so it is taken off on the day of the payment.
 * @param spans a query of `since` and `till`, from and before which they were paid.
 */
export const renewalFacts = (spans: RawBuilder<unknown>) => sql`
  select i.paid_at as at, i.id as fact, m.provider_id as subscription, i.amount_cents - i.refunded_cents as cents
  from (${spans}) span
    join membership_invoice i on i.status = 'paid' and i.reason <> 'first'
      and i.paid_at >= span.since and i.paid_at < span.till
    join membership m on m.id = i.membership_id`

/** The same by the shop's day, over all time: SQL with `day` and `cents`. */
export const renewalsByDay = sql`
  select shop_day(paid_at) as day, sum(amount_cents - refunded_cents) as cents
  from membership_invoice where status = 'paid' and reason <> 'first' group by 1`

/** Since when and until when there are any: SQL with one row of `first` and `last`. */
export const renewalReach = sql`
  select min(paid_at) as first, max(paid_at) as last from membership_invoice where status = 'paid' and reason <> 'first'`
