import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { deleteSessions, lockRights, revokeTokens } from '../../sessions/commands/revoke.server.ts'
import { MAILBOX_PROVEN } from '../../user/job-types.server.ts'
import { hashPassword, refuseWeakPassword } from '../passwords.server.ts'

export { hashPassword, refuseWeakPassword }

type NewUser = {
  email: string
  name: string
  phone?: string
  /** YYYY-MM-DD */
  birthDate?: string
  /** The result of `hashPassword`; missing for an account without a password, which signs in by codes. */
  passwordHash?: string
  /** The staff role. In an account whose mailbox is unproven it waits for the proof. */
  role?: Role | null
  joinedAt?: Date
  /** Whether the mailbox is proven (docs/decisions/0187-proof-before-inheritance.md). */
  isMailboxProven: boolean
  /** The registration that becomes this account. */
  registrationId?: string
}

/**
 * Creates a user. Entries and cards of the address belong to the account after its mailbox is proven.
 * @returns the user's id; undefined when the address already has an account.
 */
export async function createUser(tx: TransactionContext, input: NewUser): Promise<string | undefined> {
  const id = newId()
  const time = input.joinedAt ?? tx.now()
  const { numAffectedRows } = await sql`
    with created as (
      insert into users (id, email, email_verified, name, phone, birth_date, role, created_at, updated_at, mailbox_unproven, made_by_registration)
      values (${id}, ${input.email}, true, ${input.name}, ${input.phone ?? null}, ${input.birthDate ?? null}, ${input.role ?? 'user'}, ${time}, ${time},
        ${!input.isMailboxProven}, ${input.registrationId ?? null})
      on conflict (email) do nothing returning id
    )
    insert into credential (id, user_id, provider_id, account_id, password, created_at, updated_at)
    select ${newId()}, id, 'credential', id, ${input.passwordHash ?? null}, ${time}, ${time} from created`.execute(
    tx.db,
  )
  if (numAffectedRows !== 1n) return undefined
  if (input.isMailboxProven) await enqueue(tx, MAILBOX_PROVEN, { userId: id })
  return id
}

/**
 * Gives or removes a staff role. The user's sessions get a new cookie, and ID tokens with the old role are void. A role for an account whose
 * mailbox is unproven waits as an invitation (hold_role_for_proof.sql); null withdraws it.
 */
export const setRole = (
  ctx: Context | TransactionContext,
  { userId, role }: { userId: string; role: Role | null },
): Promise<void> => changeAccess(ctx, userId, { role: role ?? 'user', offered_role: null })

/** Disables a user: sign-in fails, sessions end, and ID tokens are void at once in this process and within 5 seconds in all others. */
export const disableUser = (ctx: Context | TransactionContext, userId: string): Promise<void> =>
  changeAccess(ctx, userId, { enabled: false })

/** Enables a disabled user, who has to sign in again. */
export const enableUser = (ctx: Context | TransactionContext, userId: string): Promise<void> =>
  changeAccess(ctx, userId, { enabled: true })

type Access = { role: string; offered_role: null } | { enabled: boolean }

/** @throws for a deleted account, which stays disabled. */
const changeAccess = (ctx: Context | TransactionContext, userId: string, access: Access): Promise<void> =>
  transact(ctx, async tx => {
    await lockRights(tx, userId)
    const written = await tx.db
      .updateTable('users')
      .set({ ...access, updated_at: tx.now() })
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    requireOneRow(written, `user ${userId}`)
    if ('enabled' in access && !access.enabled) await deleteSessions(tx, userId)
    await revokeTokens(tx, userId)
  })

/**
 * Stores a password, the first one or another, without further demands.
 * @param passwordHash the result of `hashPassword`; null ends the password.
 * @throws when the account is gone, so that its owner gets no false notice of a change.
 */
export async function setPassword(tx: TransactionContext, userId: string, passwordHash: string | null): Promise<void> {
  const written = await tx.db
    .updateTable('credential')
    .set({ password: passwordHash, demands: null, expires_at: null, updated_at: tx.now() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  requireOneRow(written, `password of ${userId}`)
}
