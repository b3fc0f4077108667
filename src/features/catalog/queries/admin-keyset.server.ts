import { type RawBuilder, sql } from 'kysely'
import { unknownPage } from '#platform/db/keyset.server.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminProductsQuery } from '../admin-contract.ts'

/** The sort keys of a product; each sort has its index (db/migrations/0009_catalog.sql). Products without a display order come last. */
const keysOf = (sort: AdminProductsQuery['sort'], product: 'p' | 'last'): RawBuilder<unknown>[] => {
  const column = (name: string) => sql.ref(`${product}.${name}`)
  switch (sort) {
    case 'order':
      return [sql`coalesce(${column('display_order')}, 2147483647)`, column('placement')]
    case 'name':
      return [sql`lower(${column('name')}) collate "C"`]
    case 'price':
      return [column('paid_cents')]
    case 'changed':
      return [column('updated_at')]
  }
}

/**
 * Sort order of a list on `product p`, and the condition for the rows after a page. The cursor is the id of the last product of
 * that page; its keys are read from the database, so a client cannot forge them.
 * @throws invalid_input for an unknown cursor.
 */
export function sorted({ sort, way, cursor }: Pick<AdminProductsQuery, 'sort' | 'way' | 'cursor'>) {
  const direction = sql.raw(way === 'down' ? 'desc' : 'asc')
  const keys = [...keysOf(sort, 'p'), sql`p.id`]
  const by = sql.join(keys.map(key => sql`${key} ${direction}`))
  if (!cursor) return { rest: sql`true`, by }
  if (!isUuid(cursor)) throw unknownPage()
  const last = sql.join([...keysOf(sort, 'last'), sql`last.id`])
  const rest = sql`(${sql.join(keys)}) ${sql.raw(way === 'down' ? '<' : '>')} (select ${last} from product last where last.id = ${cursor})`
  return { rest, by }
}
