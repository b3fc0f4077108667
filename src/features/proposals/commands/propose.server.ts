import type { z } from 'zod'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import type { Right } from '#kernel/rights.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type Fact, PROPOSAL_ERRORS, type Proposed, WAITS } from '../contract.ts'

const refuse = refusals(PROPOSAL_ERRORS)

export type Subject = { type: SubjectType; id: string; label: string }

/** A proposal as the act gets it. `input` fits the kind's schema. */
export type Proposing<Input> = { subject: Subject; input: Input; reason: string }

/** A kind of act that takes two persons. */
export type ProposalKind<Schema extends z.ZodType = z.ZodType> = {
  /** Never renamed, because stored rows have it: `delete_person`. */
  name: string
  /** A sentence for the screen and the audit log, without a full stop: `Delete the account`. */
  title: string
  input: Schema
  /** The rights of the second person, all of them. The route of the act checks those of the first. */
  rights: readonly [Right, ...Right[]]
  /**
   * The act. It runs in the transaction of the decision, with the second person as actor and `tx.proposal` set. It checks its own rules as
   * if it were called directly, because the state may have moved.
   */
  execute: (tx: TransactionContext, proposing: Proposing<z.output<Schema>>) => Promise<unknown>
  /** The act erases the persons whom the proposal names, so the decision erases the proposal's texts. */
  isErasing?: true
  /** Refusals after which the act can never happen, so that the proposal becomes void. After another refusal it stays open. */
  voidAfter?: readonly string[]
}

/** Declares a kind. `src/app/api/proposals/proposal-kinds.server.ts` lists all of them. */
export const defineProposalKind = <const Schema extends z.ZodType>(kind: ProposalKind<Schema>): ProposalKind<Schema> =>
  kind

type Proposal<Schema extends z.ZodType> = {
  subject: Subject
  /** The accounts that the proposal names, as subject or in its input: it is in their export, and their deletion erases it. */
  people: readonly string[]
  input: z.input<Schema>
  /** Facts for the second person beyond title, subject and reason. */
  facts?: readonly Fact[]
  reason: string | undefined
}

/**
 * Writes a proposal instead of an act that takes two persons. Call it after the act's own checks, in the transaction that holds the
 * subject's locks.
 * @throws already_proposed when one of the kind waits for the subject; reason_needed.
 */
export async function propose<Schema extends z.ZodType>(
  tx: TransactionContext,
  kind: ProposalKind<Schema>,
  { subject, people, input, facts = [], reason }: Proposal<Schema>,
): Promise<Proposed> {
  if (!reason) throw refuse('reason_needed', {}, { reason: [PROPOSAL_ERRORS.reason_needed.message] })
  const ofSubject = { kind: kind.name, subject_type: subject.type, subject_id: subject.id }
  // A plain read, because an insert waits for a decision that is being made, which may wait for the locks held here.
  const open = await tx.db
    .selectFrom('staff_proposal')
    .select('id')
    .where(eb => eb.and(ofSubject))
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (open) throw refuse('already_proposed')
  const id = newId()
  const row = await tx.db
    .insertInto('staff_proposal')
    .values({
      ...ofSubject,
      id,
      title: kind.title,
      subject_label: subject.label.slice(0, 200),
      people: [...people],
      rights: [...kind.rights],
      input: JSON.stringify(kind.input.parse(input)),
      facts: JSON.stringify(facts),
      reason,
      proposed_by: tx.actor!.userId,
      proposed_at: tx.now(),
    })
    .onConflict(oc => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refuse('already_proposed')
  await writeAuditLog(tx, { action: 'proposed', subject, after: { act: kind.title, proposal: id }, reason })
  tx.onCommit(ctx => tellStaff(ctx, 'proposals'))
  return { proposal: { id, kind: kind.name, title: kind.title }, message: WAITS }
}
