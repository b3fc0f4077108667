import type { Context } from '#adapters/context.ts'

/** As long as the browser keeps the mark of its registration. */
const KEPT_MS = 3600_000

/**
 * Lets the browser in that made a registration, once that was confirmed somewhere else, by the link in the e-mail. One sign-in
 * for each registration: whoever asks first has it.
 * @param registrationId from the browser's signed cookie, so it is its own.
 * @returns the user; undefined while nothing is confirmed, or when it has been used.
 */
export async function autoSignIn(ctx: Context, registrationId: string): Promise<string | undefined> {
  const row = await ctx.db
    .deleteFrom('confirmed_registration')
    .where('registration_id', '=', registrationId)
    .where('confirmed_at', '>', new Date(ctx.now().getTime() - KEPT_MS))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Forgets confirmations that no browser came for any more. */
export const forgetConfirmations = (ctx: Context) =>
  ctx.db
    .deleteFrom('confirmed_registration')
    .where('confirmed_at', '<', new Date(ctx.now().getTime() - KEPT_MS))
    .execute()
