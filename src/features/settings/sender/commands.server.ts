import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail } from '#features/notifications/email.ts'
import { type Delivery, readDelivery } from '#features/notifications/queries/sending-state.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { TestEmailSent } from '../contract.ts'
import { requireSender } from './queries.server.ts'

export const testEmail = defineEmail({
  preview: {},
  write: ({ origin, settings }, _: object) => ({
    subject: `A test e-mail of ${settings.brand.name}`,
    body: [`Your shop at ${origin} sends e-mails.`, 'You do not need to do anything else.'],
  }),
  unproven: 'no words',
})

/** How long the answer waits for the mail server, in real time. */
const PATIENCE_MS = 12_000
const PAUSE_MS = 150

/** Sends the caller an e-mail as every other leaves, and waits for what the mail server says. @throws no_sender. */
export async function sendTestEmail(ctx: Context, patienceMs = PATIENCE_MS): Promise<TestEmailSent> {
  const { name, address } = requireSender(ctx)
  const { userId, email: to } = actorOf(ctx)
  const id = await transact(ctx, tx => sendEmail(tx, { to, userId }, testEmail(tx, {})))
  const { state, reason } = await deliveryOf(ctx, id, patienceMs)
  const from = `${name} <${address}>`
  if (state === 'sent') {
    const where = ctx.mail.server
      ? `${ctx.mail.server} took it. Look whether it is in the inbox.`
      : 'It is in the outbox of this demo.'
    return { state: 'sent', message: `A test e-mail to ${to} left from ${from}. ${where}` }
  }
  if (state === 'waiting')
    return {
      state: reason ? 'refused' : 'waiting',
      message: reason
        ? `The test e-mail to ${to} has not left; the shop tries it again. The mail server said: ${reason}`
        : `The test e-mail to ${to} has not left within ${patienceMs / 1000} seconds. The shop goes on trying.`,
    }
  return { state: 'refused', message: `The mail server refused the test e-mail from ${from}: ${reason}` }
}

/** The state of a message after its first attempt, or when patience ends. */
async function deliveryOf(ctx: Context, id: string, patienceMs: number): Promise<Delivery> {
  const began = performance.now()
  for (;;) {
    const delivery = await readDelivery(ctx, id)
    const isOver = delivery.state !== 'waiting' || delivery.reason !== null
    if (isOver || performance.now() - began > patienceMs) return delivery
    await new Promise(done => setTimeout(done, PAUSE_MS))
  }
}
