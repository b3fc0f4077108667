import type { Context } from '#kernel/context.ts'

/** How long the browser keeps its registration cookie. */
const KEPT_MS = 3600_000

/**
 * Signs in the browser that registered, after another browser confirmed by the link in the e-mail. Each registration gets one such sign-in;
 * the first request takes it.
 * @param registrationId from the browser's signed cookie, so the registration is its own.
 * @returns the user; undefined while nothing is confirmed, or when the sign-in has been used.
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

/** Deletes confirmations that no browser collected. */
export const forgetConfirmations = (ctx: Context) =>
  ctx.db
    .deleteFrom('confirmed_registration')
    .where('confirmed_at', '<', new Date(ctx.now().getTime() - KEPT_MS))
    .execute()
