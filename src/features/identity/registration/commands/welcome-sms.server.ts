import { notify } from '#features/notifications/commands/notify.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../../contract.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)

const WORDS = 'Welcome! Gear earns credits, credits win gear.'

/**
 * Sends a new user the welcome SMS, once per account, however often it is requested.
 * @param phone in +1 form.
 * @throws Unauthorized for a phone that is not the user's own; sms_not_wanted without the user's consent.
 */
export async function sendWelcomeSms(ctx: Context, { userId, phone }: { userId: string; phone: string }) {
  const user = await ctx.db
    .selectFrom('users')
    .select(['phone', 'sms_consent'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.phone !== phone) throw refuse('Unauthorized')
  if (!user.sms_consent) throw refuseIdentity('sms_not_wanted')
  await transact(ctx, tx => notify(tx, { userId, kind: 'welcome', onceKey: 'registration', sms: WORDS }))
}
