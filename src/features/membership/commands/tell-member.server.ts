import type { Context } from '#adapters/context.ts'
import { personOf } from '#features/identity/queries.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'

/**
 * Sends a member an e-mail about their money, in the caller's transaction, regardless of notification settings. The caller's
 * guarded write ensures that it is sent once. Deleted accounts get none.
 */
export async function tellMember(ctx: Context, userId: string, emailTo: (name: string) => Email): Promise<void> {
  const person = await personOf(ctx, userId)
  if (!person) return
  await sendEmail(ctx, { to: person.email, userId }, emailTo(person.name))
}

/** Sends a push message to the member's browsers, if the member allows it. @param onceKey the occasion. */
export const pushToMember = (ctx: Context, userId: string, onceKey: string, push: { title: string; body: string }) =>
  notify(ctx, { userId, kind: 'order_update', onceKey, push: { ...push, data: { type: 'membership' } } })
