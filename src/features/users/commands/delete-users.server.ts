import { closeAccount } from '#features/account/commands.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { Refusal } from '#platform/errors.ts'
import { accountOfEmail, refuse, subjectOf } from '../access/acted-on.server.ts'
import type { UsersDeleted } from '../acts-contract.ts'
import { keepingAnOwner } from './manage-access.server.ts'

type Deletion = { email: string; reason?: string | undefined }

/**
 * Deletes a person's account, as the person could: ledger, orders and draws keep the bare id.
 * @throws person_not_found, own_account, staff_account, owner_only; last_owner for a person who has just become one.
 */
export async function deleteByStaff(ctx: Context, { email, reason }: Deletion): Promise<void> {
  const person = await accountOfEmail(ctx, email)
  if (person.userId === actorOf(ctx).userId) throw refuse('own_account')
  if (person.isAdmin) throw refuse('staff_account')
  const first = (tx: TransactionContext) => writeAuditLog(tx, { action: 'deleted', subject: subjectOf(person), reason })
  await keepingAnOwner(() => closeAccount(ctx, { ...person, why: 'by staff', first }))
}

/** Deletes several accounts one by one. A refusal is reported for its account, and the others are deleted. @throws nobody_selected. */
export async function deleteUsers(
  ctx: Context,
  { emails, reason }: { emails: readonly string[]; reason?: string | undefined },
): Promise<UsersDeleted> {
  const chosen = [...new Set(emails)]
  if (chosen.length === 0) throw refuse('nobody_selected', {}, { emails: ['No users selected for deletion'] })
  const failures: UsersDeleted['failures'] = []
  // Sequential, because each deletion takes and waits for giveaway locks.
  for (const email of chosen) {
    try {
      await deleteByStaff(ctx, { email, reason })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.push({ email, code: error.code, message: error.message })
    }
  }
  const failedCount = failures.length
  return {
    success: failedCount === 0,
    deletedCount: chosen.length - failedCount,
    failedCount,
    ...(failedCount > 0 && { error: `${failedCount} ${failedCount === 1 ? 'user' : 'users'} failed to delete` }),
    failures,
  }
}
