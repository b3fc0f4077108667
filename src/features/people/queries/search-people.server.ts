import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { literally } from '#platform/db/like.server.ts'
import type { PeopleSearchQuery, PersonRow } from '../contract.ts'
import { narrowedBy } from './narrowed.server.ts'
import { personRowsOf } from './person-rows.server.ts'

/** The expression of the index `users_alike`, word for word. */
const ALIKE = sql`(lower(u.name) || ' ' || u.email || ' ' || coalesce(u.phone, ''))`

/** Shorter words have no three letters in a row for the index. */
const LETTERS = 3
const WORDS = 6

/**
 * People whose name, email or phone has all the words of `q`, those whose name or email begins with it first, then by name. Words
 * under three characters count as the beginning of a name or email only. Nothing sought finds nobody.
 */
export async function searchPeople(ctx: Context, query: PeopleSearchQuery): Promise<PersonRow[]> {
  const sought = query.q.replaceAll('\0', '').trim().toLowerCase()
  if (sought === '') return []
  const there = narrowedBy(query)
  const begins = literally(sought)
  const name = sql`lower(u.name) collate "C"`
  const email = sql`u.email collate "C"`
  const words = wordsOf(sought)
  // Each part reads an index and ends at the limit: what begins so is never crowded out by what only holds it somewhere.
  const { rows } = await sql<{ id: string }>`
    with found as (
      (select u.id, 0 as rank from users u where ${there} and ${name} like ${`${begins}%`} order by ${name}, u.id limit ${query.limit})
      union all
      (select u.id, 0 from users u where ${there} and ${email} like ${`${begins}%`} order by ${email}, u.id limit ${query.limit})
      ${words.length > 0 ? sql`union all (select u.id, 1 from users u where ${there} and ${sql.join(words, sql` and `)} limit ${query.limit})` : sql``}
    ), best as (
      select id, min(rank) as rank from found group by id
    )
    select u.id from best join users u on u.id = best.id order by best.rank, ${name}, u.id limit ${query.limit}`.execute(
    ctx.db,
  )
  return personRowsOf(
    ctx,
    rows.map(row => row.id),
  )
}

/** A condition for each word; what is written like a phone is one word, whatever stands between its digits. */
function wordsOf(sought: string): RawBuilder<unknown>[] {
  const digits = sought.replace(/\D/g, '')
  if (/^[\d\s()+.-]+$/.test(sought) && digits.length >= LETTERS) return [sql`${ALIKE} like ${`%${digits}%`}`]
  return sought
    .split(/\s+/)
    .filter(word => word.length >= LETTERS)
    .slice(0, WORDS)
    .map(word => sql`${ALIKE} like ${`%${literally(word)}%`}`)
}
