import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../errors.ts'

const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]+Z [0-9a-f-]{36}$/

/**
 * The part of a list that comes after a page, newest first.
 * @param cursor the `nextCursor` of the page before; the first page has none.
 * @param key the time and the id that the list is ordered by.
 * @throws invalid_input for a cursor that was never given.
 */
export function after(cursor: string | undefined, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!cursor) return sql`true`
  const text = Buffer.from(cursor, 'base64url').toString()
  if (!CURSOR.test(text)) throw refuse('invalid_input', {}, { cursor: ['This page of the list is not known.'] })
  const [at, id] = text.split(' ')
  return sql`${key} < (${at}::timestamptz, ${id}::uuid)`
}

/** The cursor of the next page, when one more was found than is shown. */
export function nextCursorOf<Row>(found: readonly Row[], limit: number, keyOf: (row: Row) => { at: Date; id: string }) {
  const last = found.length > limit ? found[limit - 1] : undefined
  if (!last) return null
  const { at, id } = keyOf(last)
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}
