import { type RawBuilder, sql } from 'kysely'
import { unknownPage } from '#platform/db/keyset.server.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminProductsQuery } from '../admin-contract.ts'

/** The keys of each sort, on a product; each has its index (0030_products_admin.sql). Without a display order one stands behind all. */
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
 * The order of a list on `product p`, and what of it comes after a page. The cursor is the id of the last product of that page: its
 * keys are looked up, so nothing that was sent is taken for one.
 * @throws invalid_input for a cursor that was never given.
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
