import { sql } from 'kysely'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { PersonalData } from '#kernel/personal-data.ts'
import { forgetProposals, voidProposals } from './commands/decide-proposal.server.ts'

/**
 * Proposals about a person. A deletion voids open proposals and erases the texts of all. The ids of proposer and decider stay, like
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
      .orderBy('id')
      .execute(),
  }),
  async erase(tx, { userId }) {
    await voidProposals(tx, { person: userId })
    await forgetProposals(tx, sql<boolean>`people @> array[${userId}]::uuid[]`)
  },
}

/** Erases the texts of proposals about a record of a person without an account. */
export const forgetProposalsAbout = async (tx: TransactionContext, type: SubjectType, id: string): Promise<void> => {
  await voidProposals(tx, { type, id })
  await forgetProposals(tx, sql<boolean>`subject_type = ${type} and subject_id = ${id}`)
}
