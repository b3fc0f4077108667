import { type Context, within } from '#adapters/context.ts'
import { refuse } from '#platform/errors.ts'
import { FACTOR_NAMES, methodsOf } from '../second-factors/factors.server.ts'
import { issueRecoveryCodes } from '../second-factors/recovery-codes.server.ts'
import { tellOwner } from './enrol-factor.server.ts'
import { lockUser } from './take-challenge.server.ts'

/** Runs a removal, e-mails the owner, and deletes recovery codes when no factor is left. */
const removing = (ctx: Context, userId: string, what: string, remove: (inner: Context) => Promise<bigint>) =>
  ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    await lockUser(inner, userId)
    if ((await remove(inner)) === 0n) throw refuse('not_found')
    if ((await methodsOf(inner, userId)).length === 0)
      await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await tellOwner(inner, userId, `A sign-in method was removed: ${what}.`)
  })

/** Disables a factor. @throws not_found when it is not enabled. */
export const removeFactor = (ctx: Context, { userId, type }: { userId: string; type: 'totp' | 'sms' | 'email' }) =>
  removing(ctx, userId, FACTOR_NAMES[type], async inner => {
    const { numDeletedRows } = await inner.db
      .deleteFrom('second_factor')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .executeTakeFirst()
    return numDeletedRows
  })

/** Removes one passkey, or all of them without an id. @throws not_found when there is none. */
export const removePasskey = (ctx: Context, { userId, id }: { userId: string; id?: string }) =>
  removing(ctx, userId, FACTOR_NAMES.passkey, async inner => {
    const { numDeletedRows } = await inner.db
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .$if(id !== undefined, query => query.where('id', '=', id!))
      .executeTakeFirst()
    return numDeletedRows
  })

/** Replaces the recovery codes. @throws not_found without a factor. */
export const renewRecoveryCodes = (ctx: Context, userId: string): Promise<string[]> =>
  ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    await lockUser(inner, userId)
    if ((await methodsOf(inner, userId)).length === 0) throw refuse('not_found')
    await tellOwner(inner, userId, 'New recovery codes were made; the old ones are void.')
    return issueRecoveryCodes(inner, userId)
  })
