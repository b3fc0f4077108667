import type { DataContext } from '#kernel/context.ts'
import { unseal } from './sealed.server.ts'
import { stepOf } from './totp.server.ts'

/**
 * Whether a code is the current one of the user's authenticator app. A right code is used up: neither it nor an older one is accepted again
 * in any challenge (RFC 6238 section 5.2).
 */
export async function takeTotp(ctx: DataContext, userId: string, code: string): Promise<boolean> {
  const factor = await ctx.db
    .selectFrom('second_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('type', '=', 'totp')
    .executeTakeFirst()
  const step = factor && stepOf(unseal(ctx, factor.secret!, userId), code, ctx.now())
  if (step === undefined || step === null) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('second_factor')
    .set({ last_step: step, last_used_at: ctx.now() })
    .where('user_id', '=', userId)
    .where('type', '=', 'totp')
    .where(eb => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
