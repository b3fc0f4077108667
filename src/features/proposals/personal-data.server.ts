import { sql } from 'kysely'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { PersonalData } from '#kernel/personal-data.ts'
import { voidProposals } from './commands/decide-proposal.server.ts'

/**
 * Proposals about a person. A deletion voids the open ones and erases the words of all. Who proposed and decided stays as a bare id, like
 * the actors of the audit log.
 */
export const proposalsData: PersonalData = {
  tables: ['staff_proposal'],
  exportOf: async ({ db }, { userId }) => ({
    proposals: await db
      .selectFrom('staff_proposal')
      .select(['title', 'proposed_at as proposedAt', 'decision', 'decided_at as decidedAt'])
      .where(eb => eb('people', '@>', eb.val([userId])))
      .orderBy('proposed_at')
      .execute(),
  }),
  async erase(tx, { userId }) {
    await voidProposals(tx, { person: userId })
    await forgetProposals(tx, sql<boolean>`people @> array[${userId}]::uuid[]`)
  },
}

/** Erases what proposals say about a record of a person without an account. */
export const forgetProposalsAbout = async (tx: TransactionContext, type: SubjectType, id: string): Promise<void> => {
  await voidProposals(tx, { type, id })
  await forgetProposals(tx, sql<boolean>`subject_type = ${type} and subject_id = ${id}`)
}

/** The proposal that this transaction carries out is erased with its decision, which comes last. */
const forgetProposals = (tx: TransactionContext, about: ReturnType<typeof sql<boolean>>) =>
  tx.db
    .updateTable('staff_proposal')
    .set({
      subject_label: 'Erased',
      reason: 'Erased.',
      facts: '[]',
      decision_reason: sql`case when decision_reason is not null then 'Erased.' end`,
    })
    .where(about)
    .where('decision', 'is not', null)
    .execute()
