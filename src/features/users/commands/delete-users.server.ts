import { z } from 'zod'
import { closeAccount } from '#features/account/commands.server.ts'
import { dataSubjectOf } from '#features/identity/user/queries.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { requireAlso } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transactAgain } from '#kernel/transaction.server.ts'
import { Refusal } from '#platform/errors.ts'
import { type ActedOn, accountOfEmail, personIn, refuse, subjectOf } from '../access/acted-on.server.ts'
import { entryFacts, lockUndecidedEntries } from '../access/undecided-entries.server.ts'
import type { UsersDeleted } from '../acts-contract.ts'
import { requireMayDelete, requireOthersAccount } from '../queries/offered-acts.server.ts'
import { keepingAnOwner } from './manage-users.server.ts'

/** A deletion that removes entries for which two persons decide. */
export const DELETE_PERSON = defineProposalKind({
  name: 'delete_person',
  title: 'Delete the account, with its entries',
  input: z.strictObject({}),
  rights: ['people.delete', 'entries.change'],
  voidAfter: ['person_not_found', 'staff_account'],
  isErasing: true,
  execute: async (tx, { subject, reason }) => deleteIn(tx, await personIn(tx, subject.id), reason),
})

type Deletion = { email: string; reason?: string | undefined }

/**
 * Deletes a person's account, as the person could: ledger, orders and draws keep the bare id. Effects on giveaways follow the rules of the
 * direct act: an open prize is refused, and removed entries need the right to remove entries.
 * @returns the proposal, where two persons remove an entry of this person; null when the account is deleted.
 * @throws person_not_found, own_account, staff_account, owner_only, open_prize, list_sealed, Unauthorized, already_proposed; last_owner
 * for a person who has just become one.
 */
export async function deleteByStaff(ctx: Context, { email, reason }: Deletion): Promise<Proposed | null> {
  const person = await accountOfEmail(ctx, email)
  requireOthersAccount(ctx, person)
  const { userId } = person
  return keepingAnOwner(() => transactAgain(ctx, async tx => deleteIn(tx, await personIn(tx, userId), reason)))
}

async function deleteIn(tx: TransactionContext, person: ActedOn, reason: string | undefined): Promise<Proposed | null> {
  const subject = dataSubjectOf(person)
  const undecided = await lockUndecidedEntries(tx, subject)
  await requireMayDelete(tx, person, undecided.entries)
  if (undecided.entries.length > 0) requireAlso(tx, 'entries.change')
  if (undecided.takesTwo && !tx.proposal)
    return propose(tx, DELETE_PERSON, {
      subject: subjectOf(person),
      people: [person.userId],
      input: {},
      facts: entryFacts(undecided),
      reason,
    })
  await writeAuditLog(tx, { action: 'deleted', subject: subjectOf(person), reason })
  await closeAccount(tx, { account: person, why: 'by staff' })
  return null
}

/** Deletes several accounts one by one. A refusal is reported for its account, and the others are deleted. @throws nobody_selected. */
export async function deleteUsers(
  ctx: Context,
  { emails, reason }: { emails: readonly string[]; reason?: string | undefined },
): Promise<UsersDeleted> {
  const chosen = [...new Set(emails)]
  if (chosen.length === 0) throw refuse('nobody_selected', {}, { emails: ['No users selected for deletion'] })
  const failures: UsersDeleted['failures'] = []
  const proposed: UsersDeleted['proposed'] = []
  // Sequential, because each deletion takes and waits for giveaway locks.
  for (const email of chosen) {
    try {
      const waiting = await deleteByStaff(ctx, { email, reason })
      if (waiting) proposed.push({ email, proposalId: waiting.proposal.id })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.push({ email, code: error.code, message: error.message })
    }
  }
  const failedCount = failures.length
  return {
    success: failedCount === 0,
    deletedCount: chosen.length - failedCount - proposed.length,
    failedCount,
    ...(failedCount > 0 && { error: `${failedCount} ${failedCount === 1 ? 'user' : 'users'} failed to delete` }),
    failures,
    proposed,
  }
}
