import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { type Channel, MessageRefused, MessageUnanswered } from '#kernel/ports/messages.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { CANCELLED, goesToPhone, NOT_KNOWN, NOT_OF_AGE, SAME_PHONE } from '../commands/message-batches.server.ts'
import { DELIVER_DUE, deliveryJobOf } from '../job-types.server.ts'
import { monthOf, sendableFrom } from '../queries/local-time.server.ts'
import { readBatchState } from '../queries/message-batches.server.ts'
import { isOfAge, phoneHash, readRecipients } from '../queries/recipients.server.ts'
import { isEmailChoice, nextAttempt, SMS_A_MONTH, wants } from '../rules.ts'
import { oneClickAddress } from '../unsubscribe/unsubscribe-link.server.ts'
import {
  type ClaimedMessage,
  claimDueMessages,
  claimMessage,
  findDueMessage,
  handOver,
  type Outcome,
  type PausedMessage,
  postponeMessage,
  releaseMessage,
} from './claim-messages.server.ts'
import { deliverPush } from './push-delivery.server.ts'

/** Maximum number of concurrent requests to one provider. */
const AT_ONCE = 20
/** After this time a job for due messages enqueues its successor and ends. */
const SPELL_MS = 60_000

/**
 * Delivers one message that is due and unclaimed. A provider failure does not throw: the message is tried again for up to a day. A message
 * that another transaction has locked is tried again in a second: waiting for the lock would keep a connection of the jobs.
 */
export async function deliverMessage(ctx: Context, messageId: string): Promise<void> {
  const message = await claimMessage(ctx, messageId)
  if (message) return deliver(ctx, message)
  const locked = await findDueMessage(ctx, messageId)
  if (locked) await enqueue(ctx, deliveryJobOf(locked), { messageId }, { startAfter: 1 })
}

/**
 * Delivers all due messages of a channel: postponed ones, failed ones, and those of a worker that died. Each channel has its own job, so
 * that a mail server which does not answer does not delay SMS.
 */
export async function deliverDueMessages(ctx: Context, channel: Channel): Promise<void> {
  const began = performance.now()
  for (;;) {
    const messages = await claimDueMessages(ctx, channel, AT_ONCE)
    await Promise.all(messages.map(message => deliver(ctx, message)))
    if (messages.length < AT_ONCE) return
    if (performance.now() - began > SPELL_MS) return enqueue(ctx, DELIVER_DUE[channel], {})
  }
}

async function deliver(ctx: Context, message: ClaimedMessage): Promise<void> {
  const outcome = await attempt(ctx, message).catch(error => afterFailure(ctx, message, error))
  const nextAttemptAt =
    outcome.state === 'paused' ? await postponeMessage(ctx, message) : await releaseMessage(ctx, message, outcome)
  if (!nextAttemptAt) return
  // This job delivers on time. Without it, the job of every minute finds the message.
  const startAfter = Math.ceil((+nextAttemptAt - +ctx.now()) / 1000) + 1
  if (startAfter < 60) await enqueue(ctx, deliveryJobOf(message), { messageId: message.id }, { startAfter })
}

async function attempt(ctx: Context, message: ClaimedMessage): Promise<Outcome | PausedMessage> {
  // The worker that handed the message over died before it recorded the answer.
  if (message.submitted_at) return { state: 'failed', reason: NOT_KNOWN }
  const objection = message.kind && (await objectionTo(ctx, message, message.kind))
  if (objection) return objection
  if (message.channel === 'push') return deliverPush(ctx, message)
  if (message.batch_id && !(await handOver(ctx, message))) return { state: 'dropped', reason: CANCELLED }
  const { id, channel, recipient, subject, body, html, attachments, kind, user_id } = message
  const unsubscribeUrl =
    user_id && channel === 'email' && isEmailChoice(kind)
      ? oneClickAddress(ctx, user_id, kind)
      : message.unsubscribe_url
  await ctx.deliver({
    id,
    channel,
    to: recipient,
    subject,
    text: body,
    ...(html ? { html } : {}),
    ...(attachments ? { attachments } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  })
  return { state: 'sent' }
}

/**
 * Returns the reason not to send now: the recipient no longer wants the message or is too young for a campaign, quiet hours, or the phone's monthly cap. Updates
 * `message.recipient` to the user's current address.
 */
async function objectionTo(
  ctx: Context,
  message: ClaimedMessage,
  kind: NonNullable<ClaimedMessage['kind']>,
): Promise<Outcome | PausedMessage | undefined> {
  const batch = message.batch_id && (await readBatchState(ctx, message.batch_id))
  if (batch === 'dropped') return { state: 'dropped', reason: CANCELLED }
  if (batch === 'held') return { state: 'paused' }
  const userId = message.user_id ?? ''
  const person = userId ? (await readRecipients(ctx, [userId])).get(userId) : undefined
  if (!person || !wants(person, kind, message.channel)) return { state: 'dropped', reason: 'no longer wanted' }
  if (message.channel === 'email') message.recipient = person.email
  if (message.channel !== 'sms') return undefined
  if (message.batch_id && !isOfAge(person, ctx)) return { state: 'dropped', reason: NOT_OF_AGE }
  const phone = person.phone!
  if (message.batch_id && !(await goesToPhone(ctx, message.id, phone))) return { state: 'dropped', reason: SAME_PHONE }
  const isCountedFor = message.recipient === phone ? message.cap_month : null
  message.recipient = phone
  const now = ctx.now()
  const morning = sendableFrom(now, person.zones)
  if (morning > now) return { state: 'waiting', nextAttemptAt: morning, reason: 'quiet hours' }
  const month = monthOf(now, person.zones)
  if (isCountedFor === month || (await countSms(ctx, message, month))) return undefined
  return { state: 'dropped', reason: `${SMS_A_MONTH} SMS this month already` }
}

/**
 * Counts an SMS in a month of its phone. The guarded write stops the fifth SMS even when several workers compete for the fourth.
 * @returns false when the month is full.
 */
async function countSms(ctx: Context, message: ClaimedMessage, month: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with slot as (
      insert into sms_month as m (phone_hash, month, sent) values (${phoneHash(ctx, message.recipient)}, ${month}, 1)
      on conflict (phone_hash, month) do update set sent = m.sent + 1 where m.sent < ${SMS_A_MONTH}
      returning month
    )
    update message set cap_month = slot.month from slot where id = ${message.id}`.execute(ctx.db)
  return numAffectedRows === 1n
}

function afterFailure(ctx: Context, message: ClaimedMessage, error: unknown): Outcome {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const line = { err: error, messageId: message.id, channel: message.channel, attempts: message.attempts }
  const failingSince = message.failing_since ?? ctx.now()
  const isLost = message.batch_id !== null && error instanceof MessageUnanswered
  const next = error instanceof MessageRefused || isLost ? undefined : nextAttempt(failingSince, ctx.now())
  if (next) {
    ctx.log.warn(line, 'message not taken, will be tried again')
    return { state: 'waiting', nextAttemptAt: next, reason, failingSince }
  }
  ctx.log.error(line, 'message given up')
  return { state: 'failed', reason: isLost ? NOT_KNOWN : reason }
}
