import { accountOf } from '#features/identity/queries.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'
import type { TransactionContext } from '#kernel/context.ts'

/**
 * Sends a member an e-mail about their money, regardless of notification settings. The caller's
 * guarded write ensures that it is sent once. Deleted accounts get none.
 */
export async function tellMember(
  tx: TransactionContext,
  userId: string,
  emailTo: (name: string) => Email,
): Promise<void> {
  const person = await accountOf(tx, userId)
  if (!person) return
  await sendEmail(tx, { to: person.email, userId }, emailTo(person.name))
}

/** Sends a push message to the member's browsers, if the member allows it. @param onceKey the occasion. */
export const pushToMember = (
  tx: TransactionContext,
  userId: string,
  onceKey: string,
  push: { title: string; body: string },
) => notify(tx, { userId, kind: 'order_update', onceKey, push: { ...push, data: { type: 'membership' } } })
