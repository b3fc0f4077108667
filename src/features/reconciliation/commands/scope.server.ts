import { type RawBuilder, sql } from 'kysely'

/**
 * The scope of a comparison: everything that happened in a stretch of time, `till` excluded. The recent stretch also includes the subjects
 * of live discrepancies, so that they can vanish, and older charges and refunds that are not booked. Nothing younger than `settled` is
 * judged, because the sides may not know of each other yet. A missing object at the provider is only judged as far as its list has been
 * read.
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

/** Limit of unbooked charges and refunds of any age that the recent comparison includes, newest first. */
const MOST_UNBOOKED = 2000

export const inStretch = (at: RawBuilder<unknown>, { from, till }: Scope) => sql`(${at} >= ${from} and ${at} < ${till})`

/** Subjects of live discrepancies, as SQL with the column `id`; empty for a past stretch. */
export const live = ({ isRecent }: Scope, column: 'subject' | 'order_id', ...kinds: string[]) =>
  sql`select ${sql.ref(column)} as id from discrepancy
    where resolved_at is null and kind = any(${kinds}::text[]) and ${sql.ref(column)} is not null and ${isRecent}`

/** The provider's charges and refunds in scope, as SQL with the column `id`. */
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
 * Joins rows by index lookups, one by one. PostgreSQL cannot estimate how few rows a run concerns, so a plain join would read a million
 * orders.
 */
export const each = (rows: RawBuilder<unknown>, name: string) => sql`lateral (${rows} offset 0) ${sql.ref(name)}`
