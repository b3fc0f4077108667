import type { DataContext } from '#kernel/context.ts'
import type { Email } from '../email.ts'
import { renderEmail } from '../render-email.server.ts'
import { type NewMessage, sendMessage } from './send-message.server.ts'

/** Sends an e-mail that is owed, in the caller's transaction, as `sendMessage` does. @returns the message's id. */
export const sendEmail = (
  ctx: DataContext,
  to: Pick<NewMessage, 'to' | 'userId' | 'onceKey' | 'unsubscribeUrl'>,
  email: Email,
): Promise<string> =>
  sendMessage(ctx, {
    channel: 'email',
    ...to,
    ...renderEmail(email),
    ...(email.isSecret && { isSecret: true }),
    ...(email.attachments?.length && { attachments: email.attachments }),
  })
