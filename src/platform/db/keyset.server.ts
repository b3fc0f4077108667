import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../errors.ts'
import { isUuid } from '../uuid.ts'

/** Whether both halves of a cursor are what we write into one: a time as JavaScript writes it, and an id. */
export const isPlace = (at: string, id: string): boolean => isMoment(at) && isUuid(id)

/** PostgreSQL knows no year 0, and no month 13. */
const isMoment = (text: string) =>
  /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

/** The refusal of a cursor that no answer ever gave. */
export const unknownPage = () => refuse('invalid_input', {}, { cursor: ['This page of the list is not known.'] })

/** The time and the id that a cursor stands for. @throws invalid_input for one that was never given. */
export function placeIn(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isPlace(at, id)) throw unknownPage()
  return { at, id }
}

/**
 * The part of a list that comes after a page.
 * @param cursor the `nextCursor` of the page before; the first page has none.
 * @param key the time and the id that the list is ordered by.
 * @param way `down`, newest first, or `up`.
 * @throws invalid_input for a cursor that was never given.
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

/** The cursor of the next page, when one more was found than is shown. */
export function nextCursorOf<Row>(found: readonly Row[], limit: number, keyOf: (row: Row) => { at: Date; id: string }) {
  const last = found.length > limit ? found[limit - 1] : undefined
  if (!last) return null
  const { at, id } = keyOf(last)
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}
