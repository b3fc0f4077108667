import { type SqlBool, sql } from 'kysely'
import { readNames } from '#features/identity/user/queries.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { asc, desc, keyset } from '#kernel/api/keyset.server.ts'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import type { Context } from '#kernel/context.ts'
import { RIGHTS_OF, type Right } from '#kernel/rights.ts'
import { type Decision, Facts, type Proposals, type ProposalsQuery } from '../contract.ts'

const OLDEST = keyset(asc('proposed_at', 'timestamptz'), asc('id', 'uuid'))
const LATEST = keyset(desc('decided_at', 'timestamptz'), desc('id', 'uuid'))

/** The caller has every right of the second person. */
const mayDecide = (ctx: Context) => sql<SqlBool>`rights <@ ${[...rightsOf(ctx)]}::text[]`
const rightsOf = (ctx: Context): readonly Right[] => {
  const { role } = actorOf(ctx)
  return role ? RIGHTS_OF[role] : []
}

/**
 * A page of proposals that the caller may decide or proposed. Others show values that the caller may not read.
 * @throws invalid_input for an unknown cursor.
 */
export async function listProposals(ctx: Context, query: ProposalsQuery): Promise<Proposals> {
  const { state, subjectType, subjectId } = query
  const { userId } = actorOf(ctx)
  const found = ctx.db
    .selectFrom('staff_proposal')
    .select(['id', 'kind', 'title', 'subject_type', 'subject_id', 'subject_label', 'facts', 'reason', 'rights'])
    .select(['proposed_by', 'proposed_at', 'decision', 'decided_by', 'decided_at', 'decision_reason'])
    .where('decision', state === 'open' ? 'is' : 'is not', null)
    .where(eb => eb.or([eb('proposed_by', '=', userId), mayDecide(ctx)]))
    .$if(subjectType !== undefined, rows => rows.where('subject_type', '=', subjectType!))
    .$if(subjectId !== undefined, rows => rows.where('subject_id', '=', subjectId!))
  const { shown, nextCursor } = await (state === 'open' ? OLDEST : LATEST).read(found, query)
  const names = await readNames(
    ctx,
    shown.flatMap(row => [row.proposed_by, row.decided_by].filter(id => id !== null)),
  )
  const held = new Set(rightsOf(ctx))
  return {
    proposals: shown.map(row => {
      const isMine = row.proposed_by === userId
      const canRefuse = row.decision === null && row.rights.every(right => held.has(right as Right))
      return {
        id: row.id,
        kind: row.kind,
        title: row.title,
        subject: { type: row.subject_type as SubjectType, id: row.subject_id, label: row.subject_label },
        facts: Facts.parse(row.facts),
        reason: row.reason,
        by: names.get(row.proposed_by) ?? null,
        at: row.proposed_at.toISOString(),
        isMine,
        canConfirm: canRefuse && !isMine,
        canRefuse,
        decision: row.decision as Decision | null,
        decidedBy: (row.decided_by && names.get(row.decided_by)) ?? null,
        decidedAt: row.decided_at?.toISOString() ?? null,
        decisionReason: row.decision_reason,
      }
    }),
    nextCursor,
  }
}

type WaitingProposal = { id: string; title: string; label: string; proposedAt: Date }

/** Proposals that the caller can confirm, the oldest first. */
export const listWaitingProposals = (ctx: Context): Promise<Waiting<WaitingProposal>> =>
  readWaiting(
    ctx,
    sql<WaitingProposal>`
      select id, title, subject_label as label, proposed_at as "proposedAt" from staff_proposal
      where decision is null and proposed_by <> ${actorOf(ctx).userId} and ${mayDecide(ctx)}
      order by proposed_at, id`,
  )
