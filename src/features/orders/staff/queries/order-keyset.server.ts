import { type RawBuilder, sql } from 'kysely'
import { isPlace, unknownPage } from '#platform/db/keyset.server.ts'
import { isUuid } from '#platform/uuid.ts'
import type { KnownOrder } from '../../stored-order.server.ts'
import type { StaffOrderFilters } from '../contract.ts'

type Sort = StaffOrderFilters['sort']
type Keys = { column: 'created_at' | 'total_cents'; type: 'timestamptz' | 'integer'; descends: boolean }

const SORTS: Record<Sort, Keys> = {
  newest: { column: 'created_at', type: 'timestamptz', descends: true },
  oldest: { column: 'created_at', type: 'timestamptz', descends: false },
  highest: { column: 'total_cents', type: 'integer', descends: true },
  lowest: { column: 'total_cents', type: 'integer', descends: false },
}

const CENTS = /^\d{1,9}$/

/**
 * The keyset condition and sort order of a list, on `customer_order o`; four sorts exist.
 * @param cursor of the last row before; undefined for the first page.
 * @throws invalid_input for a malformed cursor.
 */
export function sorted(sort: Sort, cursor: string | undefined): { rest: RawBuilder<unknown>; by: RawBuilder<unknown> } {
  const { column, type, descends } = SORTS[sort]
  const key = sql.ref(`o.${column}`)
  const way = sql.raw(descends ? 'desc' : 'asc')
  const by = sql`${key} ${way}, o.id ${way}`
  if (!cursor) return { rest: sql`true`, by }
  const [last = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!(type === 'timestamptz' ? isPlace(last, id) : CENTS.test(last) && isUuid(id))) {
    throw unknownPage()
  }
  const than = sql.raw(descends ? '<' : '>')
  return { rest: sql`(${key}, o.id) ${than} (${last}::${sql.raw(type)}, ${id}::uuid)`, by }
}

/** The cursor after an order. */
export function cursorAfter(sort: Sort, order: Pick<KnownOrder, 'id' | 'createdAt' | 'price'>): string {
  const key = SORTS[sort].column === 'created_at' ? order.createdAt.toISOString() : order.price.total
  return Buffer.from(`${key} ${order.id}`).toString('base64url')
}
