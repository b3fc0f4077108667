import { type RawBuilder, sql } from 'kysely'

/**
 * What is compared: everything that happened in a stretch of time, `till` not included. The recent stretch has with it
 * whatever a live discrepancy is about, so that it can go away, and charges and refunds that are not booked although they are
 * older. Nothing younger than `settled` is judged, as both sides may not have heard of each other yet; and that the provider lacks
 * something can only be told as far as its list has been read.
 */
export type Scope = {
  from: Date
  till: Date
  isRecent: boolean
  settled: Date
  charges: Date | null
  refunds: Date | null
  subscriptions: Date | null
}

/** Unbooked charges and refunds of any age that a comparison takes up with the recent ones, the newest first. */
const MOST_UNBOOKED = 2000

export const inStretch = (at: RawBuilder<unknown>, { from, till }: Scope) => sql`(${at} >= ${from} and ${at} < ${till})`

/** What live discrepancies are about, as SQL with the column `id`; nothing for a stretch of the past. */
export const live = ({ isRecent }: Scope, column: 'subject' | 'order_id', ...kinds: string[]) =>
  sql`select ${sql.ref(column)} as id from discrepancy
    where gone_at is null and kind = any(${kinds}::text[]) and ${sql.ref(column)} is not null and ${isRecent}`

/** Charges and refunds of the provider that are looked at, as SQL with the column `id`. */
export const looked = (scope: Scope, ...kinds: string[]) => sql`(
  select id from provider_payment where ${inStretch(sql`at`, scope)}
  union ${live(scope, 'subject', ...kinds)}
  union select id from (
    select id from provider_payment
    where booked_at is null and (booked_at is null or booked_at - at not between interval '-1 hour' and interval '1 hour')
      and ${scope.isRecent}
    order by at desc limit ${MOST_UNBOOKED}) unbooked
) looked`

/**
 * Rows that belong to the ones before, found one by one by an index. Joined freely, PostgreSQL reads a million orders to find
 * the few that a run is about, as it cannot know how few they are.
 */
export const each = (rows: RawBuilder<unknown>, name: string) => sql`lateral (${rows} offset 0) ${sql.ref(name)}`
