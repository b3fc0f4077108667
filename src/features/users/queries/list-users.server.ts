import { type RawBuilder, sql } from 'kysely'
import { csvLine } from '#kernel/api/files/csv.server.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { PEOPLE_ERRORS, type UserRow, type UsersFilters, type UsersList, type UsersQuery } from '../contract.ts'
import { EXPORTED_AT_ONCE } from '../rules.ts'
import { narrowedBy } from './narrowed-by.server.ts'
import { matching } from './search-users.server.ts'
import { listUserRows } from './user-rows.server.ts'

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
    users: await listUserRows(
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

const refuse = refusals(PEOPLE_ERRORS)

/** Rows per query: a million people take a thousand queries of little memory each. */
const PIECE = 1000

const COLUMNS: [string, (person: UserRow) => string | number | boolean | null][] = [
  ['ID', person => person.id],
  ['Name', person => person.name],
  ['Email', person => person.email],
  ['Phone', person => person.phone],
  ['Birthday', person => person.birthday],
  ['Admin', person => person.isAdmin],
  ['Role', person => person.role],
  ['Subscription tier', person => person.subscriptionTier],
  ['Subscriber', person => person.isSubscriber],
  ['Credits', person => person.credits.total],
  ['Bronze', person => person.credits.bronze],
  ['Silver', person => person.credits.silver],
  ['Gold', person => person.credits.gold],
  ['Platinum', person => person.credits.platinum],
  ['Entries', person => person.entries],
  ['Purchases', person => person.purchases],
  ['SMS consent', person => person.smsConsent],
  ['Disabled', person => person.disabled],
  ['Joined', person => person.joinDate],
  ['Address line 1', person => person.address?.line1 ?? null],
  ['Address line 2', person => person.address?.line2 ?? null],
  ['City', person => person.address?.city ?? null],
  ['State', person => person.address?.state ?? null],
  ['ZIP code', person => person.address?.postalCode ?? null],
  ['Country', person => person.address?.country ?? null],
]

type Exported = UsersFilters & { q?: string | undefined }

/** Users in pieces, oldest accounts first; each piece is read after the previous one is consumed. */
async function* piecesOf(ctx: Context, { q = '', ...filters }: Exported): AsyncGenerator<UserRow[]> {
  const order = SORTS.oldest
  const wanted = sql`${narrowedBy(filters)} and ${matching(q)}`
  let cursor: string | undefined
  for (;;) {
    const { rows } = await sql<Sorted & { id: string }>`
      select u.id, ${order.sortKey} from users u where ${wanted} and ${order.after(cursor)}
      order by ${order.by} limit ${PIECE}`.execute(ctx.db)
    if (rows.length > 0)
      yield await listUserRows(
        ctx,
        rows.map(row => row.id),
      )
    if (rows.length < PIECE) return
    cursor = order.cursorAfter(rows.at(-1)!)
  }
}

/** The lines of the CSV file, header first. No cell runs as a formula (#kernel/api/files/csv.server.ts). */
export async function* readUsersCsv(ctx: Context, filters: Exported): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([title]) => title))
  for await (const people of piecesOf(ctx, filters))
    for (const person of people) yield csvLine(COLUMNS.map(([, cellOf]) => cellOf(person)))
}

/** The export as one text. @throws export_too_large beyond 20,000 people. */
export async function exportUsers(ctx: Context, filters: Exported): Promise<{ csv: string; totalUsers: number }> {
  const lines: string[] = []
  for await (const line of readUsersCsv(ctx, filters)) {
    lines.push(line)
    if (lines.length > EXPORTED_AT_ONCE + 1) throw refuse('export_too_large')
  }
  return { csv: lines.join(''), totalUsers: lines.length - 1 }
}
