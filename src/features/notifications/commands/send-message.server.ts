import type { DataContext } from '#kernel/context.ts'
import type { Attachment, Channel } from '#kernel/ports/messages.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { DELIVER } from '../job-types.server.ts'
import type { ClickData } from '../queries/click.ts'
import { sealText } from '../queries/sealed-text.server.ts'

export type NewMessage = {
  channel: Channel
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly Attachment[]
  /** The text gives access to an account, as a code does. The row stores it sealed, so that a copy of the database gives no access. */
  isSecret?: boolean
  /** The target of a click on a push. */
  data?: ClickData
  userId?: string
  /** Identifies the occasion and the user: a message of this key leaves once, however often it is written. */
  onceKey?: string
  /** For an e-mail without a kind that its recipient can refuse: the address that mail programs post to (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Writes a message and its delivery job in the caller's transaction, so that the message leaves exactly if the transaction commits. Ignores
 * quiet hours and preferences: for codes, receipts and other messages that are owed. Optional messages go by `notify`.
 * @param message `to` is an address, a phone number in +1 form or a push endpoint's id.
 * @returns the message's id.
 */
export async function sendMessage(ctx: DataContext, message: NewMessage): Promise<string> {
  const id = newId()
  const now = ctx.now()
  const stored = (text: string) => (message.isSecret ? sealText(ctx, id, text) : text)
  const written = await ctx.db
    .insertInto('message')
    .values({
      id,
      user_id: message.userId ?? null,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body: stored(message.text),
      html: message.html === undefined ? null : stored(message.html),
      attachments: message.attachments ? JSON.stringify(message.attachments) : null,
      data: message.data ? JSON.stringify(message.data) : null,
      created_at: now,
      next_attempt_at: now,
      once_key: message.onceKey ?? null,
      ...(message.unsubscribeUrl && { unsubscribe_url: message.unsubscribeUrl }),
    })
    .onConflict(conflict => conflict.column('once_key').doNothing())
    .executeTakeFirst()
  if (!written.numInsertedOrUpdatedRows) return sentBefore(ctx, message.onceKey!)
  await enqueue(ctx, DELIVER[message.channel], { messageId: id })
  return id
}

const sentBefore = async (ctx: DataContext, onceKey: string): Promise<string> =>
  (await ctx.db.selectFrom('message').select('id').where('once_key', '=', onceKey).executeTakeFirstOrThrow()).id
