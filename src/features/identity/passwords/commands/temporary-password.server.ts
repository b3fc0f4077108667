import { randomInt } from 'node:crypto'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refusals } from '#platform/errors.ts'
import { createUser } from '../../accounts/commands/accounts.server.ts'
import { hashPassword } from '../../accounts/passwords.server.ts'
import { deleteSessions, lockRights, revokeTokens } from '../../sessions/commands/revoke.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'

const refuse = refusals(IDENTITY_ERRORS)

const TEMPORARY_DAYS = 7
/** Without characters that are easily confused when read out or copied by hand. */
const LETTERS = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@$!%*?&']
const LENGTH = 16

const pick = (letters: string) => letters[randomInt(letters.length)]!

/** At least one character of each class in the password rule; the rest and the order are random. */
function randomPassword(): string {
  const chosen = [
    ...LETTERS.map(pick),
    ...Array.from({ length: LENGTH - LETTERS.length }, () => pick(LETTERS.join(''))),
  ]
  for (let last = chosen.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[chosen[last], chosen[other]] = [chosen[other]!, chosen[last]!]
  }
  return chosen.join('')
}

type StaffMade = {
  email: string
  name: string
  phone?: string
  /** YYYY-MM-DD */
  birthDate?: string
  passwordHash: string
}

/**
 * Makes a temporary password, to be shown once to the staff member who hands it on. Only its hash is kept. Outside of a transaction,
 * because a hash takes long.
 */
export async function newTemporaryPassword(ctx: Context): Promise<{ password: string; hash: string }> {
  const password = randomPassword()
  return { password, hash: await hashPassword(ctx, password) }
}

/**
 * Creates a shopper's account on behalf of staff; its mailbox is unproven. The first sign-in demands a new password (NEW_PASSWORD_REQUIRED)
 * within 7 days; after that, a reset by e-mail still works.
 * @param input.email trimmed and lower case.
 * @param input.passwordHash of `newTemporaryPassword`.
 * @returns the user's id. @throws UsernameExistsException.
 */
export async function createUserWithTemporaryPassword(tx: TransactionContext, input: StaffMade): Promise<string> {
  const id = await createUser(tx, { ...input, isMailboxProven: false })
  if (!id) throw refuse('UsernameExistsException')
  const expires_at = new Date(tx.now().getTime() + TEMPORARY_DAYS * DAY_MS)
  await tx.db.updateTable('credential').set({ demands: 'new-password', expires_at }).where('user_id', '=', id).execute()
  return id
}

/** Demands a new password by an e-mailed code (RESET_PASSWORD) at the next sign-in; every browser is signed out. */
export const demandPasswordReset = (ctx: Context | TransactionContext, userId: string): Promise<void> =>
  transact(ctx, async tx => {
    await lockRights(tx, userId)
    await tx.db
      .updateTable('credential')
      .set({ demands: 'reset', expires_at: null, updated_at: tx.now() })
      .where('user_id', '=', userId)
      .execute()
    await deleteSessions(tx, userId)
    await revokeTokens(tx, userId)
  })
