import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refuse } from '#platform/errors.ts'
import { lockUser } from '../../sign-in/commands/take-challenge.server.ts'
import { FACTOR_NAMES, methodsOf } from '../factors.server.ts'
import { issueRecoveryCodes } from '../recovery-codes.server.ts'
import { tellOwner } from './enrol-factor.server.ts'

/** Runs a removal, e-mails the owner, and deletes recovery codes when no factor is left. */
const removing = (ctx: Context, userId: string, what: string, remove: (tx: TransactionContext) => Promise<bigint>) =>
  transact(ctx, async tx => {
    await lockUser(tx, userId)
    if ((await remove(tx)) === 0n) throw refuse('not_found')
    if ((await methodsOf(tx, userId)).length === 0)
      await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await tellOwner(tx, userId, `A sign-in method was removed: ${what}.`)
  })

/** Disables a factor. @throws not_found when it is not enabled. */
export const removeFactor = (ctx: Context, { userId, type }: { userId: string; type: 'totp' | 'sms' | 'email' }) =>
  removing(ctx, userId, FACTOR_NAMES[type], async tx => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('second_factor')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .executeTakeFirst()
    return numDeletedRows
  })

/** Removes one passkey, or all of them without an id. @throws not_found when there is none. */
export const removePasskey = (ctx: Context, { userId, id }: { userId: string; id?: string }) =>
  removing(ctx, userId, FACTOR_NAMES.passkey, async tx => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .$if(id !== undefined, query => query.where('id', '=', id!))
      .executeTakeFirst()
    return numDeletedRows
  })

/** Replaces the recovery codes. @throws not_found without a factor. */
export const renewRecoveryCodes = (ctx: Context, userId: string): Promise<string[]> =>
  transact(ctx, async tx => {
    await lockUser(tx, userId)
    if ((await methodsOf(tx, userId)).length === 0) throw refuse('not_found')
    await tellOwner(tx, userId, 'New recovery codes were made; the old ones are void.')
    return issueRecoveryCodes(tx, userId)
  })
