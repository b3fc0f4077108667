import { type RawBuilder, sql } from 'kysely'
import { requireOwnOr } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import type { Right } from '#kernel/rights.ts'
import { transact, transactAgain } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type Decision, Facts, PROPOSAL_ERRORS } from '../contract.ts'
import type { ProposalKind, Subject } from './propose.server.ts'

const refuse = refusals(PROPOSAL_ERRORS)

/**
 * A second person confirms a proposal, and the act happens in the same transaction. The decision is written last, after the act has taken
 * its locks, because other writers lock the subject before they void its proposals. Of several confirmations at once, the later ones roll
 * back their writes.
 * @throws proposal_not_found, already_decided, other_person_needed, Unauthorized, and every refusal of the act.
 */
export async function confirmProposal(ctx: Context, kinds: readonly ProposalKind[], id: string): Promise<void> {
  const found = await openProposal(ctx, id)
  const kind = kinds.find(({ name }) => name === found.kind)
  // A kind of another release.
  if (!kind) throw refuse('proposal_not_found')
  await requireRights(ctx, kind.rights, 'confirm')
  if (found.proposedBy === ctx.actor!.userId) throw refuse('other_person_needed')
  try {
    await transactAgain(ctx, tx => carryOut(tx, kind, id))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'already_decided') throw error
    if (await isDecided(ctx, id)) throw refuse('already_decided')
    if (kind.voidAfter?.includes(error.code)) await transact(ctx, tx => writeDecision(tx, id, 'void', error.message))
    throw error
  }
}

async function carryOut(tx: TransactionContext, kind: ProposalKind, id: string): Promise<void> {
  const { subject, input, reason, proposedBy } = await openProposal(tx, id)
  const acting = { ...tx, proposal: { id, proposedBy } }
  await writeAuditLog(acting, { action: 'confirmed', subject, after: { act: kind.title, proposal: id } })
  await kind.execute(acting, { subject, input: kind.input.parse(input), reason })
  if (!(await decide(tx, id, 'confirmed', null))) throw refuse('already_decided')
  if (kind.isErasing) await forgetProposals(tx, sql<boolean>`id = ${id}`)
}

/** A person who could confirm refuses a proposal. @throws proposal_not_found, already_decided, Unauthorized. */
export async function refuseProposal(ctx: Context, id: string, { reason }: { reason: string }): Promise<void> {
  const { rights } = await openProposal(ctx, id)
  await requireRights(ctx, rights, 'refuse')
  await transact(ctx, tx => writeDecision(tx, id, 'refused', reason))
}

/** The proposer takes a proposal back. @throws proposal_not_found, already_decided, not_proposed_by_you. */
export async function withdrawProposal(ctx: Context, id: string): Promise<void> {
  const { proposedBy } = await openProposal(ctx, id)
  if (proposedBy !== ctx.actor!.userId) throw refuse('not_proposed_by_you')
  await transact(ctx, tx => writeDecision(tx, id, 'withdrawn', null))
}

const ACTIONS = { refused: 'refused', withdrawn: 'withdrew', void: 'voided' } as const

async function writeDecision(
  tx: TransactionContext,
  id: string,
  decision: Exclude<Decision, 'confirmed'>,
  reason: string | null,
): Promise<void> {
  const { subject, title, proposedBy } = await openProposal(tx, id)
  if (!(await decide(tx, id, decision, reason))) throw refuse('already_decided')
  await writeAuditLog(tx, {
    action: `${ACTIONS[decision]} a proposal`,
    subject,
    after: { act: title, proposal: id, proposedBy },
    reason,
  })
}

/** Writes the decision once, and erases the input and the private facts. @returns false when the proposal was decided before. */
async function decide(tx: TransactionContext, id: string, decision: Decision, reason: string | null): Promise<boolean> {
  const row = await tx.db
    .selectFrom('staff_proposal')
    .select('facts')
    .where('id', '=', id)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const written = await tx.db
    .updateTable('staff_proposal')
    .set({
      decision,
      decided_by: tx.actor?.userId ?? null,
      decided_at: tx.now(),
      decision_reason: reason?.slice(0, 500) ?? null,
      input: '{}',
      facts: JSON.stringify(Facts.parse(row.facts).filter(({ isPrivate }) => !isPrivate)),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  requireOneRow(written, `proposal ${id}`)
  tx.onCommit(ctx => tellStaff(ctx, 'proposals'))
  return true
}

type About = { type: Subject['type']; id: string } | { person: string }

/**
 * Voids the open proposals about a record or a person, after a change that leaves nothing to decide. Call it with the subject's locks. The
 * proposal that this transaction carries out stays.
 */
export async function voidProposals(tx: TransactionContext, about: About, kinds?: readonly string[]): Promise<void> {
  const open = await tx.db
    .selectFrom('staff_proposal')
    .select('id')
    .where('decision', 'is', null)
    .where(eb =>
      'person' in about
        ? eb('people', '@>', eb.val([about.person]))
        : eb.and({ subject_type: about.type, subject_id: about.id }),
    )
    .$if(kinds !== undefined, query => query.where('kind', 'in', [...kinds!]))
    .orderBy('id')
    .execute()
  for (const { id } of open) if (id !== tx.proposal?.id) await decide(tx, id, 'void', null)
}

/** Erases the texts of decided proposals. The proposal that this transaction carries out is erased with its decision. */
export const forgetProposals = (tx: TransactionContext, about: RawBuilder<boolean>) =>
  tx.db
    .updateTable('staff_proposal')
    .set({
      ...{ subject_label: 'Erased', reason: 'Erased.', facts: '[]' },
      decision_reason: sql<string | null>`case when decision_reason is not null then 'Erased.' end`,
    })
    .where(about)
    .where('decision', 'is not', null)
    .execute()

const COLUMNS = [
  ...(['kind', 'title', 'subject_type', 'subject_id', 'subject_label'] as const),
  ...(['input', 'reason', 'rights', 'proposed_by', 'decision'] as const),
] as const

async function openProposal(ctx: DataContext, id: string) {
  const row = isUuid(id)
    ? await ctx.db.selectFrom('staff_proposal').select(COLUMNS).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw refuse('proposal_not_found')
  if (row.decision !== null) throw refuse('already_decided')
  const subject = { type: row.subject_type, id: row.subject_id, label: row.subject_label } as Subject
  const { kind, title, input, reason, proposed_by: proposedBy } = row
  return { kind, title, subject, input, reason, proposedBy, rights: row.rights as Right[] }
}

async function isDecided(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('staff_proposal').select('decision').where('id', '=', id).executeTakeFirst()
  return row?.decision !== null
}

async function requireRights(ctx: Context, rights: readonly Right[], act: 'confirm' | 'refuse') {
  const route = `POST /api/admin/proposals/:id/${act}`
  for (const right of rights) await requireOwnOr(ctx, { ownerId: null, right, route })
}
