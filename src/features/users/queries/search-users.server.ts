import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import type { UserRow, UsersSearchQuery } from '../contract.ts'
import { narrowedBy } from './narrowed-by.server.ts'
import { listUserRows } from './user-rows.server.ts'

/** The expression of the index `users_alike`; it must match exactly. */
const ALIKE = sql`(lower(u.name) || ' ' || u.email || ' ' || coalesce(u.phone, ''))`

const NAME = sql`lower(u.name) collate "C"`
const EMAIL = sql`u.email collate "C"`

/** Shorter words have no trigram for the index. */
const LETTERS = 3
const WORDS = 6

/**
 * Users whose name, email or phone contains all words of `q`. Names and emails that begin with `q` come first, then by name. A word under
 * three characters matches only the beginning of a name or email. An empty `q` finds no people.
 */
export async function findUsers(ctx: DataContext, query: UsersSearchQuery): Promise<UserRow[]> {
  const sought = soughtIn(query.q)
  if (sought === '') return []
  const there = narrowedBy(query)
  const begins = escapeLike(sought)
  const [name, email] = [NAME, EMAIL]
  const words = wordsOf(sought)
  // Each part reads an index up to the limit, so that matches at the beginning are never crowded out by matches inside.
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
  return listUserRows(
    ctx,
    rows.map(row => row.id),
  )
}

const soughtIn = (q: string) => q.replaceAll('\0', '').trim().toLowerCase()

/** The condition of the search on the table `users` as `u`: all matches, without order and limit. Empty words match every user. */
export function matching(q: string): RawBuilder<unknown> {
  const sought = soughtIn(q)
  if (sought === '') return sql`true`
  const begins = `${escapeLike(sought)}%`
  const words = wordsOf(sought)
  const inside = words.length > 0 ? sql`or (${sql.join(words, sql` and `)})` : sql``
  return sql`(${NAME} like ${begins} or ${EMAIL} like ${begins} ${inside})`
}

/** One condition per word of at least three characters. Text that looks like a phone number counts as one word, without its separators. */
function wordsOf(sought: string): RawBuilder<unknown>[] {
  const digits = sought.replace(/\D/g, '')
  if (/^[\d\s()+.-]+$/.test(sought) && digits.length >= LETTERS) return [sql`${ALIKE} like ${`%${digits}%`}`]
  return sought
    .split(/\s+/)
    .filter(word => word.length >= LETTERS)
    .slice(0, WORDS)
    .map(word => sql`${ALIKE} like ${`%${escapeLike(word)}%`}`)
}
