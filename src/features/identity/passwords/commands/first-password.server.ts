import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.server.ts'
import { lockOwnUser } from '../../challenges/commands/challenges.server.ts'
import { requireFresh } from '../../challenges/commands/reauthenticate.server.ts'
import { tellOwner } from '../../second-factors/commands/change-factors.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'

const refuse = refusals(IDENTITY_ERRORS)

/**
 * Sets the password of the caller's account that has none, once. Needs no old password and so a recent sign-in. The owner gets an e-mail.
 * @throws ReauthenticationRequired, PasswordExists, WeakPassword, OwnWordPassword.
 */
export async function setFirstPassword(ctx: Context, newPassword: string): Promise<void> {
  const userId = await requireFresh(ctx, undefined)
  const owner = await ctx.db.selectFrom('users').select(['email', 'name']).where('id', '=', userId).executeTakeFirst()
  if (!owner) throw refuseAny('NotAuthorizedException')
  await refuseWeakPassword(ctx, newPassword, owner, 'newPassword')
  const password = await hashPassword(ctx, newPassword)
  await transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    const { numUpdatedRows } = await tx.db
      .updateTable('credential')
      .set({ password, updated_at: tx.now() })
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .where('password', 'is', null)
      // A demand of staff is met by a reset only.
      .where('demands', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refuse('PasswordExists')
    await tellOwner(tx, userId, 'A password was set.')
  })
}
