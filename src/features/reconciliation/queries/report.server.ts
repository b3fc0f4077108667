import { sql } from 'kysely'
import { findUserId } from '#features/identity/user/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { type AuditStatus, type CreditReport, type DiscrepancyKind, RECONCILIATION_ERRORS } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'
import { type AuditScope, auditSteps, troubles } from './audit-trail.server.ts'
import { OURS } from './discrepancies.server.ts'

const refuse = refusals(RECONCILIATION_ERRORS)

/** The report covers 30 days for all users, and all time for one user. */
const DAYS = 30
const MOST_ISSUES = 100

/**
 * Reports on issued credits, problems and advice.
 * @param email one user; omitted: the last 30 days of all users.
 * @throws account_not_found.
 */
export async function readCreditReport(ctx: Context, email?: string): Promise<CreditReport> {
  const userId = email ? await findUserId(ctx, email) : undefined
  if (email && !userId) throw refuse('account_not_found')
  const scope = userId ? { userId } : { since: new Date(+ctx.now() - DAYS * 24 * 3600_000) }
  const [counts, unissued, discrepancies] = await Promise.all([
    countsOf(ctx, scope),
    unissuedOf(ctx, scope),
    discrepanciesOf(ctx, userId),
  ])
  const issues = [...unissued, ...discrepancies].slice(0, MOST_ISSUES)
  return { summary: summaryOf(counts), issues, recommendations: adviceOn(counts, discrepancies) }
}

async function countsOf(ctx: Context, scope: AuditScope): Promise<Map<AuditStatus, number>> {
  const { rows } = await sql<{ status: AuditStatus; n: number }>`
    select status, count(*) as n from (${auditSteps(scope)}) steps group by status`.execute(ctx.db)
  return new Map(rows.map(row => [row.status, row.n]))
}

function summaryOf(counts: ReadonlyMap<AuditStatus, number>): CreditReport['summary'] {
  const of = (status: AuditStatus) => counts.get(status) ?? 0
  return {
    totalTransactions: [...counts.values()].reduce((sum, n) => sum + n, 0),
    successfulIssuances: of('success'),
    failedIssuances: of('failed') + of('missing_audit'),
    duplicateAttempts: of('duplicate'),
    pendingIssuances: of('pending'),
  }
}

type Issue = CreditReport['issues'][number]

async function unissuedOf(ctx: Context, scope: AuditScope): Promise<Issue[]> {
  const { rows } = await sql<Issue>`
    select status as type, "sourceId", coalesce(error, 'Credits were not issued.') as error
    from (${troubles(scope)}) steps where status in ('failed', 'missing_audit')
    order by at desc, id desc limit ${MOST_ISSUES}`.execute(ctx.db)
  return rows
}

async function discrepanciesOf(
  ctx: Context,
  userId: string | undefined,
): Promise<(Issue & { type: DiscrepancyKind })[]> {
  const { rows } = await sql<{ type: DiscrepancyKind; sourceId: string; ours: string; theirs: string }>`
    select kind as type, coalesce(order_id::text, subject) as "sourceId", ${OURS}, theirs from discrepancy
    where resolved_at is null and closed_at is null and (${userId ?? null}::uuid is null or user_id = ${userId ?? null})
    order by first_seen_at desc, id desc limit ${MOST_ISSUES}`.execute(ctx.db)
  return rows.map(({ type, sourceId, ours, theirs }) => ({
    type,
    sourceId,
    error: `${DISCREPANCY_TEXTS[type].title}: our books say “${ours}”, the provider says “${theirs}”.`,
  }))
}

function adviceOn(counts: ReadonlyMap<AuditStatus, number>, discrepancies: { type: DiscrepancyKind }[]): string[] {
  const advice: string[] = []
  if (counts.get('failed')) advice.push('Look at the orders held for checking, and pay back or correct what disagrees.')
  if (counts.get('missing_audit')) advice.push('Grant the missing credits by hand, and find out who changed the order.')
  if (counts.get('pending')) advice.push('Pending payments are checked automatically; reconcile one to check it now.')
  for (const kind of new Set(discrepancies.map(({ type }) => type))) advice.push(DISCREPANCY_TEXTS[kind].advice)
  return advice.length > 0 ? advice : ['Nothing to do: every payment and its credits agree.']
}
