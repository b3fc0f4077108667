import { sql } from 'kysely'
import { forgetPushDevices } from '#features/notifications/push/commands.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { deleteSessions, endOtherSessions } from '../../sessions/commands/revoke.server.ts'
import { MAILBOX_PROVEN } from '../../user/job-types.server.ts'
import { hasPassword } from '../../user/queries.server.ts'
import { METHOD_TABLES } from '../account-tables.ts'
import { setPassword } from './accounts.server.ts'

/** The browser that brings the code. */
export type ProvingBrowser = {
  /** Its own registration, from its signed cookie. */
  registrationId?: string | undefined
  /** Its session. */
  familyId?: string | undefined
}

export type FirstProof = {
  /** Whether the proof ended a password, and other sign-in methods. */
  ended: { password: boolean; methods: boolean }
  /** Whether the session of the proving browser ended too, because its rights changed or its maker is unknown. */
  needsNewSession: boolean
  accessVersion: number
}

/**
 * Records that the user of the calling browser reads the account's mail. The caller has locked the user's row and used up the code in this
 * transaction. The first proof ends all sign-in methods and sessions of an unproven account, because its maker may be another person, and
 * activates the offered role, unless a prize of the person is at stake (hold_role_for_proof.sql). The browser whose registration made the
 * account keeps its password, session and sign-in methods
 * (docs/decisions/0187-proof-before-inheritance.md).
 * @returns undefined for a proven account: a later proof changes nothing, so that a stolen mailbox removes no authenticator.
 */
export async function proveMailbox(
  tx: TransactionContext,
  userId: string,
  { registrationId, familyId }: ProvingBrowser,
): Promise<FirstProof | undefined> {
  const { rows } = await sql<{
    isOwn: boolean
    email: string
    role: string
    offered: string | null
    accessVersion: number
  }>`
    update users set mailbox_unproven = false, email_verified = true, updated_at = ${tx.now()}
    where id = ${userId} and mailbox_unproven and deleted_at is null
    returning email, role, (select b.offered_role from users b where b.id = users.id) as offered, access_version as "accessVersion",
      coalesce(made_by_registration = ${registrationId ?? null} or registering_session = ${familyId ?? null}, false) as "isOwn"`.execute(
    tx.db,
  )
  const proven = rows[0]
  if (!proven) return undefined
  await enqueue(tx, MAILBOX_PROVEN, { userId })
  const hasRole = proven.role !== 'user'
  if (proven.offered)
    await writeAuditLog(tx, {
      action: hasRole ? 'took the role by proving the mailbox' : 'lost the invitation, because a prize is at stake',
      subject: { type: 'person', id: userId, label: proven.email },
      after: { role: proven.offered },
    })
  const ended = proven.isOwn ? { password: false, methods: false } : await endSignInMethods(tx, userId)
  if (!proven.isOwn || hasRole) return { ended, needsNewSession: true, accessVersion: await deleteSessions(tx, userId) }
  await endOtherSessions(tx, userId, familyId)
  return { ended, needsNewSession: false, accessVersion: proven.accessVersion }
}

/** Ends password, factors, passkeys, recovery codes, and every sign-in and enrolment in progress. */
async function endSignInMethods(tx: TransactionContext, userId: string): Promise<FirstProof['ended']> {
  let methods = 0n
  for (const { table, isMethod } of METHOD_TABLES) {
    const { numDeletedRows } = await tx.db.deleteFrom(table).where('user_id', '=', userId).executeTakeFirstOrThrow()
    if (isMethod) methods += numDeletedRows
  }
  const password = await hasPassword(tx, userId)
  await setPassword(tx, userId, null)
  // Codes that the account's maker asked for: reauthentication, and proof of the mailbox.
  await tx.db
    .updateTable('verification_code')
    .set({ used_at: tx.now() })
    .where('subject_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await forgetPushDevices(tx, userId)
  return { password, methods: methods > 0n }
}
