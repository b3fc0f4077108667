import { type RawBuilder, sql } from 'kysely'
import { unknownPage } from '#platform/db/keyset.server.ts'
import { isUuid } from '#platform/uuid.ts'
import type { PeopleSort } from '../contract.ts'

/** The sort order of the list: this key, then the id. */
type Order = { key: RawBuilder<unknown>; type: RawBuilder<unknown>; isRising: boolean }

const NAME = { key: sql`lower(u.name) collate "C"`, type: sql`text` }
const EMAIL = { key: sql`u.email collate "C"`, type: sql`text` }
const JOINED = { key: sql`u.created_at`, type: sql`timestamptz` }

const ORDERS: Record<PeopleSort, Order> = {
  newest: { ...JOINED, isRising: false },
  oldest: { ...JOINED, isRising: true },
  'name-asc': { ...NAME, isRising: true },
  'name-desc': { ...NAME, isRising: false },
  'email-asc': { ...EMAIL, isRising: true },
  'email-desc': { ...EMAIL, isRising: false },
}

/** The `order by` of a sort, and the position of a row as text. */
export function orderOf(sort: PeopleSort) {
  const { key, isRising } = ORDERS[sort]
  const way = isRising ? sql`asc` : sql`desc`
  return { by: sql`${key} ${way}, u.id ${way}`, place: sql<string>`(${key})::text` }
}

/** The condition for rows after a page. @throws invalid_input for an unknown cursor or a cursor of another sort. */
export function afterPage(sort: PeopleSort, cursor: string | undefined): RawBuilder<unknown> {
  if (!cursor) return sql`true`
  const place = placeOf(cursor)
  if (place?.sort !== sort) throw unknownPage()
  const { key, type, isRising } = ORDERS[sort]
  return sql`(${key}, u.id) ${isRising ? sql`>` : sql`<`} (${place.at}::${type}, ${place.id}::uuid)`
}

export const cursorAt = (sort: PeopleSort, row: { place: string; id: string }): string =>
  Buffer.from(JSON.stringify([sort, row.place, row.id])).toString('base64url')

/** The text form of a PostgreSQL timestamp, to the microsecond. */
const TIME = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/

/** JavaScript reads 31 February as a day in March, and PostgreSQL refuses it. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

function placeOf(cursor: string) {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every(part => typeof part === 'string')) return undefined
  const [sort, at, id] = parts as [PeopleSort, string, string]
  const isTime = sort === 'newest' || sort === 'oldest'
  const isPlace = isTime
    ? TIME.test(at) &&
      isDay(at.slice(0, 10)) &&
      !Number.isNaN(Date.parse(at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
    : !at.includes('\0')
  return isPlace && isUuid(id) ? { sort, at, id } : undefined
}
