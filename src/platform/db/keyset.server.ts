import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../errors.ts'
import { isUuid } from '../uuid.ts'

/** True if a cursor's parts have our format: an ISO time as JavaScript writes it, and an id. */
export const isPlace = (at: string, id: string): boolean => isMoment(at) && isUuid(id)

/** PostgreSQL refuses year 0 and month 13. */
const isMoment = (text: string) =>
  /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

/** Returns the refusal for an invalid cursor. */
export const unknownPage = () => refuse('invalid_input', {}, { cursor: ['This page of the list is not known.'] })

/** Decodes a cursor. @throws invalid_input for an invalid cursor. */
export function placeIn(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isPlace(at, id)) throw unknownPage()
  return { at, id }
}

/**
 * SQL condition for the rows after a cursor.
 * @param cursor `nextCursor` of the previous page; undefined for the first page.
 * @param key the time and the id that order the list.
 * @param way `down` for newest first, or `up`.
 * @throws invalid_input for an invalid cursor.
 */
export function after(
  cursor: string | undefined,
  key: RawBuilder<unknown>,
  way: 'down' | 'up' = 'down',
): RawBuilder<unknown> {
  if (!cursor) return sql`true`
  const { at, id } = placeIn(cursor)
  return sql`${key} ${way === 'down' ? sql`<` : sql`>`} (${at}::timestamptz, ${id}::uuid)`
}

/** Returns the next page's cursor if more rows than `limit` were found, else null. */
export function nextCursorOf<Row>(found: readonly Row[], limit: number, keyOf: (row: Row) => { at: Date; id: string }) {
  const last = found.length > limit ? found[limit - 1] : undefined
  if (!last) return null
  const { at, id } = keyOf(last)
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}
