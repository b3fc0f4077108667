import { sql } from 'kysely'
import type { z } from 'zod'
import { readCustomers } from '#features/identity/user/queries.server.ts'
import { ON_HOLD } from '#features/orders/order/standing.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Discrepancies, Discrepancy, DiscrepancyQuery } from '../contract.ts'

type Row = Omit<Discrepancy, 'difference' | 'email' | 'firstSeenAt' | 'lastSeenAt' | 'resolvedAt'> &
  Sorted & {
    userId: string | null
    orderEmail: string | null
    oursCents: number | null
    theirsCents: number | null
    firstSeenAt: Date
    lastSeenAt: Date
    resolvedAt: Date | null
  }

/** The text as it is shown. The stored one keeps the stored value of a state, because a changed text opens a closed discrepancy again. */
export const OURS = sql`replace(ours, ${`is ${ON_HOLD}`}, 'is on hold') as ours`

const NEWEST = keyset(desc('d.first_seen_at', 'timestamptz'), desc('d.id', 'uuid'))

/** Open discrepancies, newest first; or resolved ones, also sorted by their first sighting. */
export async function listDiscrepancies(
  ctx: Context,
  { state, limit, cursor }: z.infer<typeof DiscrepancyQuery>,
): Promise<z.infer<typeof Discrepancies>> {
  const isOpen = sql`d.resolved_at is null and d.closed_at is null`
  const { rows } = await sql<Row>`
    select ${NEWEST.sortKey}, d.id, d.kind, d.provider_id as "providerId", d.order_id as "orderId", o.prefix || '-' || o.number as reference, o.email as "orderEmail",
      d.user_id as "userId", ${OURS}, d.theirs, d.ours_cents as "oursCents", d.theirs_cents as "theirsCents",
      d.first_seen_at as "firstSeenAt", d.last_seen_at as "lastSeenAt", coalesce(d.closed_at, d.resolved_at) as "resolvedAt",
      case when d.closed_at is not null then 'staff' when d.resolved_at is not null then 'itself' end as "resolvedBy", d.note
    from discrepancy d left join book_order o on o.id = d.order_id
    where ${state === 'open' ? isOpen : sql`not (${isOpen})`} and ${NEWEST.after(cursor)}
    order by ${NEWEST.by} limit ${limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const people = await readCustomers(ctx, [...new Set(shown.flatMap(row => row.userId ?? []))])
  return {
    discrepancies: shown.map(({ userId, orderEmail, oursCents, theirsCents, sortKey: _, ...row }) => ({
      ...row,
      email: (userId && people.get(userId)?.email) || orderEmail,
      difference: oursCents === null && theirsCents === null ? null : toDollars((oursCents ?? 0) - (theirsCents ?? 0)),
      firstSeenAt: row.firstSeenAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
    })),
    nextCursor,
    comparedAt: await comparedAt(ctx),
  }
}

async function comparedAt({ db }: Context): Promise<string | null> {
  const row = await db.selectFrom('reconciler').select('compared_at').executeTakeFirst()
  return row?.compared_at?.toISOString() ?? null
}
