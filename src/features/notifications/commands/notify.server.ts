import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { postalLinesOf } from '#kernel/settings.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Email } from '../email.ts'
import { CHANNELS, DELIVER_DUE, DELIVER_OPTIONAL } from '../job-types.server.ts'
import type { ClickData } from '../queries/click.ts'
import { sendableFrom } from '../queries/local-time.server.ts'
import { type Recipient, readRecipients } from '../queries/recipients.server.ts'
import { renderEmail } from '../render-email.server.ts'
import { isEmailChoice, type Kind, wants } from '../rules.ts'
import { smsBody } from '../sms/sms-text.ts'
import { unsubscribeFooter, unsubscribePage } from '../unsubscribe/unsubscribe-link.server.ts'

/** A notice that the recipient can refuse. It goes by each channel that has a text here and that the recipient wants. */
export type Notice = {
  kind: Kind
  /** The occasion. A notice leaves once per kind, user and channel (per browser for pushes), however often it is written. */
  onceKey: string
  email?: Email
  /** The words alone, to which `smsBody` adds brand, STOP and a length limit; or the whole SMS exactly as sent. */
  sms?: string | { whole: string }
  push?: { title: string; body: string; data: ClickData }
  /** For an SMS in a batch (`message-batches.server.ts`): the ids of the batch and of the message. */
  batch?: { id: string; messageId: string }
}

/** Up to this many messages get a job each and leave at once. Above it, one job delivers all due messages. */
const ONE_BY_ONE = 10

/**
 * Writes a notice for a user; a job delivers it. Preferences are checked here and again at delivery. SMS wait
 * for the recipient's morning, and a phone gets at most four a month.
 */
export async function notify(
  tx: TransactionContext,
  { userId, ...notice }: Notice & { userId: string },
): Promise<void> {
  const people = await readRecipients(tx, [userId])
  await notifyUsers(tx, [...people.values()], () => notice)
}

/**
 * Writes notices for many users in one statement.
 * @param noticeFor returns the notice for a user; undefined for none.
 */
export async function notifyUsers(
  ctx: DataContext,
  people: readonly Recipient[],
  noticeFor: (person: Recipient) => Notice | undefined,
): Promise<void> {
  const rows = []
  for (const person of people) {
    const notice = noticeFor(person)
    if (notice) rows.push(...(await rowsOf(ctx, person, notice)))
  }
  if (rows.length === 0) return
  const written = await ctx.db
    .insertInto('message')
    .values(rows)
    .onConflict(conflict => conflict.column('once_key').doNothing())
    .returning(['id', 'channel'])
    .execute()
  for (const channel of CHANNELS) {
    const ids = written.filter(message => message.channel === channel).map(({ id }) => id)
    if (ids.length > ONE_BY_ONE) await enqueue(ctx, DELIVER_DUE[channel], {})
    else for (const messageId of ids) await enqueue(ctx, DELIVER_OPTIONAL[channel], { messageId })
  }
}

async function rowsOf(ctx: DataContext, person: Recipient, notice: Notice) {
  const { kind, onceKey, sms, push } = notice
  const now = ctx.now()
  const row = (channel: 'email' | 'sms' | 'push', recipient: string, device = '') => ({
    id: newId(),
    user_id: person.userId,
    kind,
    channel,
    recipient,
    once_key: [kind, onceKey, person.userId, channel, device].filter(Boolean).join(':'),
    created_at: now,
    next_attempt_at: now,
  })
  const wanted = (channel: 'email' | 'sms' | 'push') => wants(person, kind, channel)
  const email = notice.email && wanted('email') ? await emailFor(ctx, person, kind, notice.email) : undefined
  return [
    ...(email ? [{ ...row('email', person.email), subject: email.subject, body: email.text, html: email.html }] : []),
    ...(sms && wanted('sms')
      ? [
          {
            ...row('sms', person.phone!),
            ...(notice.batch && { id: notice.batch.messageId, batch_id: notice.batch.id }),
            subject: 'SMS',
            body: typeof sms === 'string' ? smsBody(ctx.settings.brand.shortName, sms) : sms.whole,
            next_attempt_at: sendableFrom(now, person.zones),
          },
        ]
      : []),
    ...(push && wanted('push')
      ? person.endpoints.map(id => ({
          ...row('push', id, id),
          subject: push.title,
          body: push.body,
          data: JSON.stringify(push.data),
        }))
      : []),
  ]
}

function emailFor(ctx: DataContext, { userId, isMailboxProven }: Recipient, kind: Kind, email: Email) {
  const shown = isMailboxProven ? email : (email.toUnproven?.() ?? email)
  return renderEmail(
    ctx,
    isEmailChoice(kind)
      ? {
          ...shown,
          below: unsubscribeFooter(
            unsubscribePage(ctx, userId, kind),
            ctx.settings.brand.name,
            postalLinesOf(ctx.settings),
          ),
        }
      : shown,
  )
}
