import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import type { AuditRecord, AuditStatus } from '../contract.ts'

/** The user and the start time; omitted: all users and all time. */
export type AuditScope = { userId?: string | undefined; since?: Date | undefined }

type AuditRow = {
  id: string
  status: AuditStatus
  sourceType: string
  sourceId: string
  at: Date
  error: string | null
  key: string
} & Record<Lowercase<Tier>, number>

/** The credit audit of a user, newest first. */
export async function readAuditTrail(ctx: Context, userId: string, limit: number): Promise<AuditRecord[]> {
  const { rows } = await sql<AuditRow>`${auditSteps({ userId })} order by at desc, id desc limit ${limit}`.execute(
    ctx.db,
  )
  return rows.map(recordOf)
}

/** The audit record of one order: issued, owed, refused or missing. @returns null when the order earns no credits and has no record. */
export async function findAuditOfOrder(ctx: Context, userId: string, orderId: string): Promise<AuditRecord | null> {
  const { rows } = await sql<AuditRow>`
    select * from (${auditSteps({ userId })}) step
    where "sourceType" = 'order' and "sourceId" = ${orderId} and status <> 'duplicate' order by at, id limit 1`.execute(
    ctx.db,
  )
  return rows[0] ? recordOf(rows[0]) : null
}

const recordOf = (row: AuditRow): AuditRecord => ({
  id: row.id,
  status: row.status,
  sourceType: row.sourceType,
  sourceId: row.sourceId,
  credits: { Bronze: row.bronze, Silver: row.silver, Gold: row.gold, Platinum: row.platinum },
  createdAt: row.at.toISOString(),
  errorMessage: row.error,
  idempotencyKey: row.key,
})

const byTier = (amount: RawBuilder<unknown>) =>
  sql.join(
    TIERS.map(
      tier => sql`coalesce(sum(${amount}) filter (where tier = ${tier}), 0)::integer as ${sql.ref(tier.toLowerCase())}`,
    ),
  )
const NOTHING = sql`0 as bronze, 0 as silver, 0 as gold, 0 as platinum`

const within = ({ userId, since }: AuditScope, person: RawBuilder<unknown>, at: RawBuilder<unknown>) =>
  sql.join(
    [sql`true`, ...(userId ? [sql`${person} = ${userId}`] : []), ...(since ? [sql`${at} >= ${since}`] : [])],
    sql` and `,
  )

/** Every step in which credits were issued or should have been, as one query. */
export const auditSteps = (scope: AuditScope) => sql`
  select * from (
    ${issued(scope)} union all ${unissued(scope)} union all ${unrecorded(scope)} union all ${toldAgain(scope)}
    union all ${triedAgain(scope)}
  ) step`

/** Steps in which credits should have been issued and were not, so far or permanently. */
export const troubles = (scope: AuditScope) => sql`
  select * from (${unissued(scope)} union all ${unrecorded(scope)}) step`

/** The ledger's records. */
const issued = (scope: AuditScope) => sql`
  select min(id::text) as id, 'success' as status, source_type as "sourceType", source_id as "sourceId", min(at) as at,
    null::text as error, kind || ':' || source_type || ':' || source_id as key, ${byTier(sql`amount`)}
  from book_credit where ${within(scope, sql`user_id`, sql`at`)}
  group by kind, source_type, source_id`

/** Credits that an order earns, looked up per order because only few orders are queried. */
const EARNED = sql`lateral (
  select sum(amount) as total, ${byTier(sql`amount`)} from book_earning where order_id = o.id offset 0
) e`
const EARNED_TIERS = sql.join(TIERS.map(tier => sql`e.${sql.ref(tier.toLowerCase())}`))

/** Orders whose payment is pending or disagrees. */
const unissued = (scope: AuditScope) => sql`
  select o.id::text as id, case o.status when 'pending' then 'pending' else 'failed' end as status, 'order' as "sourceType",
    o.id::text as "sourceId", o.created_at as at,
    case o.status when 'review' then (select note from book_review r where r.order_id = o.id order by at desc limit 1) end
      as error,
    'earned:order:' || o.id as key, ${EARNED_TIERS}
  from book_credited_order o cross join ${EARNED}
  where o.status in ('pending', 'review') and ${within(scope, sql`o.user_id`, sql`o.created_at`)}`

/** Paid orders with earned credits that the ledger lacks. */
const unrecorded = (scope: AuditScope) => sql`
  select o.id::text, 'missing_audit', 'order', o.id::text, o.paid_at, 'The order is paid, and its credits are not in the ledger.',
    'earned:order:' || o.id, ${EARNED_TIERS}
  from (
    select id, paid_at from book_credited_order o
    where o.status = 'paid' and ${within(scope, sql`o.user_id`, sql`o.paid_at`)}
      and not exists (
        select from book_credit c where c.kind = 'earned' and c.source_type = 'order' and c.source_id = o.id::text)
    offset 0
  ) o cross join ${EARNED}
  where e.total > 0`

/** Webhooks about payments that were already settled; no credits were issued twice. */
const toldAgain = (scope: AuditScope) => sql`
  select w.id, 'duplicate', 'order', o.id::text, w.at, null, 'earned:order:' || o.id, ${NOTHING}
  from book_session_event w join book_credited_order o on o.session_id = w.session_id
  where o.status = 'paid' and w.at > o.paid_at and ${within(scope, sql`o.user_id`, sql`w.at`)}`

/**
 * Manual reconciliations of payments that were already settled. Credits that an order lacks are read from the order itself, so that they
 * leave the audit when they were issued.
 */
const triedAgain = (scope: AuditScope) => sql`
  select a.id::text, a.status, 'order', a.order_id::text, a.at, a.issue, 'earned:order:' || a.order_id, ${NOTHING}
  from settlement_attempt a where a.status = 'duplicate' and ${within(scope, sql`a.user_id`, sql`a.at`)}`
