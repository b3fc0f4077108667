import type { Context } from '#adapters/context.ts'
import { personOf } from '#features/identity/queries.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import type { Email } from '#features/notifications/letter.ts'
import type { Reader } from '../emails.server.ts'

/**
 * Writes to a member about their money, in the caller's transaction: it is owed, whatever they wish to hear of. That it is
 * written once is the caller's guarded write. Nobody is written to whose account is deleted.
 */
export async function tellMember(ctx: Context, userId: string, emailTo: (reader: Reader) => Email): Promise<void> {
  const person = await personOf(ctx, userId)
  if (!person) return
  const email = emailTo({ name: person.name, origin: ctx.origin })
  await sendMessage(ctx, { channel: 'email', to: person.email, userId, ...email })
}

/** The same in a line for their browsers, if they want it. @param onceKey the occasion. */
export const pushToMember = (ctx: Context, userId: string, onceKey: string, push: { title: string; body: string }) =>
  notify(ctx, { userId, kind: 'order_update', onceKey, push: { ...push, data: { type: 'membership' } } })
