import type { Context } from '#adapters/context.ts'
import type { Channel } from '#adapters/messages/port.ts'
import { newId } from '#platform/ids.server.ts'
import type { ClickData } from './push/click.ts'
import { deliverPush } from './push/delivery.server.ts'

export type NewMessage = {
  channel: Channel
  to: string
  subject: string
  text: string
  html?: string
  /** What a click on a push opens. */
  data?: ClickData
  userId?: string
}

/**
 * Writes a message and the job that delivers it, in the caller's transaction: it leaves exactly if the rest happens.
 * @param message `to` is an address, a phone number in +1 form or a push endpoint's id.
 */
export async function sendMessage(ctx: Context, message: NewMessage): Promise<void> {
  const id = newId()
  await ctx.db
    .insertInto('message')
    .values({
      id,
      user_id: message.userId ?? null,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body: message.text,
      html: message.html ?? null,
      data: message.data ? JSON.stringify(message.data) : null,
      created_at: ctx.now(),
    })
    .execute()
  await ctx.jobs.enqueue(ctx.db, 'deliver-message', { messageId: id })
}

/** Hands one message to its provider. Done twice it leaves once, unless the process dies between the provider's yes and ours. */
export async function deliverMessage(ctx: Context, messageId: string): Promise<void> {
  const message = await ctx.db.selectFrom('message').selectAll().where('id', '=', messageId).executeTakeFirst()
  if (!message || message.sent_at) return
  if (message.channel === 'push') {
    if (!(await deliverPush(ctx, message))) return
  } else
    await ctx.deliver({
      id: message.id,
      channel: message.channel as Channel,
      to: message.recipient,
      subject: message.subject,
      text: message.body,
      ...(message.html ? { html: message.html } : {}),
    })
  // Codes and addresses have no business in our records once they are delivered; in demo mode the outbox page shows them.
  const cleared = ctx.mode === 'demo' ? {} : { body: '', html: null }
  await ctx.db
    .updateTable('message')
    .set({ sent_at: ctx.now(), ...cleared })
    .where('id', '=', message.id)
    .execute()
}
