import { type RawBuilder, sql } from 'kysely'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { UsersFilters, UsersList, UsersQuery } from '../contract.ts'
import { narrowedBy } from './narrowed.server.ts'
import { userRowsOf } from './user-rows.server.ts'

const NAME = 'lower(u.name) collate "C"'
const EMAIL = 'u.email collate "C"'
/** The orders of the list, by its parameter `sort`. */
export const SORTS = {
  newest: keyset(desc('u.created_at', 'timestamptz'), desc('u.id', 'uuid')),
  oldest: keyset(asc('u.created_at', 'timestamptz'), asc('u.id', 'uuid')),
  'name-asc': keyset(asc(NAME, 'text'), asc('u.id', 'uuid')),
  'name-desc': keyset(desc(NAME, 'text'), desc('u.id', 'uuid')),
  'email-asc': keyset(asc(EMAIL, 'text'), asc('u.id', 'uuid')),
  'email-desc': keyset(desc(EMAIL, 'text'), desc('u.id', 'uuid')),
}

/** Totals are exact up to this number; above it, an estimate is enough. */
const COUNTED = 5000
/** Maximum planner cost (about the pages read) of an exact count; above it, the answer is the planner's estimate. */
const AFFORDABLE = 2000

/** Users, filtered and sorted, from a cursor or an offset. @throws invalid_input for an unknown cursor. */
export async function listUsers(ctx: Context, query: UsersQuery): Promise<UsersList> {
  const { sort, limit, offset, cursor } = query
  const order = SORTS[sort]
  const found = sql<Sorted & { id: string }>`
    select u.id, ${order.sortKey} from users u
    where ${narrowedBy(query)} and ${order.after(cursor)}
    order by ${order.by} limit ${limit + 1} offset ${cursor ? 0 : offset}`
  const [{ rows }, total] = await Promise.all([found.execute(ctx.db), countUsers(ctx, query)])
  const { shown, nextCursor } = order.page(rows, limit)
  return {
    users: await userRowsOf(
      ctx,
      shown.map(row => row.id),
    ),
    pagination: { ...total, hasMore: nextCursor !== null, limit, offset },
    nextCursor,
  }
}

type Total = { total: number; isTotalExact: boolean }
type Plan = { 'Total Cost': number; 'Plan Rows': number }
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

/**
 * Counts the people exactly when the planner expects a cheap query, else returns its estimate. An exact count of a million would delay the
 * page too long.
 */
async function countUsers(ctx: Context, filters: UsersFilters): Promise<Total> {
  const some = sql`select 1 from users u where ${narrowedBy(filters)} limit ${COUNTED + 1}`
  const count: RawBuilder<{ n: number }> = sql`select count(*)::int as n from (${some}) counted`
  const cost = (await planOf(ctx, count))['Total Cost']
  if (cost <= AFFORDABLE) {
    const { rows } = await count.execute(ctx.db)
    if (rows[0]!.n <= COUNTED) return { total: rows[0]!.n, isTotalExact: true }
  }
  const all = await planOf(ctx, sql`select 1 from users u where ${narrowedBy(filters)}`)
  return { total: Math.max(COUNTED, Math.round(all['Plan Rows'])), isTotalExact: false }
}

async function planOf(ctx: Context, statement: RawBuilder<unknown>): Promise<Plan> {
  const { rows } = await sql<Explained>`explain (format json) ${statement}`.execute(ctx.db)
  return rows[0]!['QUERY PLAN'][0].Plan
}
