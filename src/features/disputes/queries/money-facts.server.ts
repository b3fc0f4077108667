import { type RawBuilder, sql } from 'kysely'
import { taxedIn } from '#features/orders/order/queries/money-facts.server.ts'

/**
 * Money that banks took and returned through disputes: SQL with `at`, `fact`, `state`, `cents` (taken is positive) and `fee_cents`. A
 * dispute names a payment and no goods, so it has no product and tier; the state is the order's.
 * @param during builds the condition on the time of the movement.
 */
export const disputeFacts = (during: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select m.at, m.id as fact, o.state,
    -m.amount_cents as cents, m.fee_cents
  from dispute_movement m join dispute d on d.id = m.dispute_id left join lateral (${taxedIn(sql`d.order_id`)}) o on true
  where ${during(sql`m.at`)}`

/** Dispute money by the shop's day, over all time: SQL with `day` and `cents`. */
export const disputesByDay = sql`
  select shop_day(at) as day, -sum(amount_cents) as cents from dispute_movement group by 1`

/** The first and last dispute movement: SQL with one row of `first` and `last`. */
export const disputeReach = sql`select min(at) as first, max(at) as last from dispute_movement`
