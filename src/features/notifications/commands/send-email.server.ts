import type { DataContext } from '#kernel/context.ts'
import type { Email } from '../email.ts'
import { isProvenMailbox } from '../queries/recipients.server.ts'
import { renderEmail } from '../render-email.server.ts'
import { type NewMessage, sendMessage } from './send-message.server.ts'

/**
 * Sends an e-mail that is owed, in the caller's transaction, as `sendMessage` does. Only the proven mailbox of `to.userId` gets texts that a
 * person typed. @returns the message's id.
 */
export async function sendEmail(
  ctx: DataContext,
  to: Pick<NewMessage, 'to' | 'userId' | 'onceKey' | 'unsubscribeUrl'>,
  email: Email,
): Promise<string> {
  const shown = email.toUnproven && !(await isProvenMailbox(ctx, to)) ? email.toUnproven() : email
  return sendMessage(ctx, {
    channel: 'email',
    ...to,
    ...(await renderEmail(ctx, shown)),
    ...(shown.isSecret && { isSecret: true }),
    ...(shown.attachments?.length && { attachments: shown.attachments }),
  })
}
