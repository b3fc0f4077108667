import type { ReasonClass } from '#features/draws/rules.ts'
import type { DataContext } from '#kernel/context.ts'
import type { WinnerDetail } from '../contract.ts'
import type { End } from '../rules.ts'

/** A proposal to pass on a prize that waits for a second person; undefined when there is none. `proposedBy` is null for the rules. */
export async function findOpenPass(ctx: DataContext, winnerId: string) {
  const row = await ctx.db
    .selectFrom('winner_pass')
    .select(['id', 'ends_as', 'reason_class', 'reason', 'proposed_by as proposedBy', 'proposed_at as proposedAt'])
    .where('winner_id', '=', winnerId)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return row && { ...row, as: row.ends_as as End, reasonClass: row.reason_class as ReasonClass }
}

/** Whether staff refused a proposal by the rules: the rules do not object to this winner for this reason again. */
export async function isObjectionRefused(ctx: DataContext, winnerId: string, reasonClass: ReasonClass) {
  const row = await ctx.db
    .selectFrom('winner_pass')
    .select('id')
    .where('winner_id', '=', winnerId)
    .where('proposed_by', 'is', null)
    .where('reason_class', '=', reasonClass)
    .where('decision', '=', 'refused')
    .executeTakeFirst()
  return row !== undefined
}

/** All proposals of a winner, latest first, with the names of the members of staff. */
export async function listPasses(ctx: DataContext, winnerId: string): Promise<WinnerDetail['passes']> {
  const rows = await ctx.db
    .selectFrom('winner_pass as p')
    .leftJoin('users as proposer', 'proposer.id', 'p.proposed_by')
    .leftJoin('users as decider', 'decider.id', 'p.decided_by')
    .select(['p.id', 'p.reason_class', 'p.reason', 'p.proposed_by', 'p.proposed_at', 'p.decision', 'p.decided_at'])
    .select(['p.decision_reason', 'proposer.name as proposerName', 'decider.name as deciderName'])
    .where('p.winner_id', '=', winnerId)
    .orderBy('p.proposed_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(row => ({
    id: row.id,
    reasonClass: row.reason_class as ReasonClass,
    reason: row.reason,
    by: row.proposerName,
    isMine: row.proposed_by !== null && row.proposed_by === ctx.actor?.userId,
    at: row.proposed_at.toISOString(),
    decision: row.decision as WinnerDetail['passes'][number]['decision'],
    decidedBy: row.deciderName,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  }))
}

/** The proof of notice of a winner who lost the prize, with its hash in the public log; null for others. */
export async function findNoticeProof(ctx: DataContext, winnerId: string): Promise<WinnerDetail['noticeProof']> {
  const row = await ctx.db
    .selectFrom('winner_notice')
    .select(['text', 'hash'])
    .where('winner_id', '=', winnerId)
    .executeTakeFirst()
  return row ?? null
}
