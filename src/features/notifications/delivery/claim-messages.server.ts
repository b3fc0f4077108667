import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Attachment, Channel } from '#kernel/ports/messages.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { DB, Message } from '#platform/db/tables.ts'
import { isSealed } from '#platform/secrets/seal.server.ts'
import { PAUSED } from '../commands/message-batches.server.ts'
import { openText } from '../queries/sealed-text.server.ts'
import type { Kind } from '../rules.ts'

/** How long a worker's claim on a message lasts. Longer than any provider timeout. After a worker dies, its claims expire. */
const LEASE_MS = 120_000

/** A message claimed by this worker. */
export type ClaimedMessage = Omit<Selectable<Message>, 'channel' | 'kind' | 'attachments'> & {
  channel: Channel
  kind: Kind | null
  attachments: Attachment[] | null
  /** The row holds the text sealed, because it gives access to an account. */
  isSecret: boolean
}

/** Claims one message. @returns undefined when the message is not due, is finished, is locked, or is claimed by another worker. */
export async function claimMessage(ctx: Context, id: string): Promise<ClaimedMessage | undefined> {
  const [message] = await claim(ctx, query => query.where('id', '=', id))
  return message
}

/**
 * Claims the messages of a channel that have been due longest: first those that the shop owes, such as codes and receipts, then the
 * optional ones. Concurrent workers claim different messages.
 */
export async function claimDueMessages(ctx: Context, channel: Channel, limit: number): Promise<ClaimedMessage[]> {
  const due = (operator: 'is' | 'is not', count: number) =>
    claim(ctx, query =>
      query
        .where('channel', '=', channel)
        .where('kind', operator, null)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(count),
    )
  const owed = await due('is', limit)
  return owed.length === limit ? owed : [...owed, ...(await due('is not', limit - owed.length))]
}

/** @returns channel and kind of a message that is due and unclaimed; it was locked when its claim skipped it. */
export const findDueMessage = ({ db, now }: Context, id: string) =>
  db
    .selectFrom('message')
    .select(['channel', 'kind'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now())
    .executeTakeFirst()

type Due = SelectQueryBuilder<DB, 'message', { id: string }>

async function claim(ctx: Context, which: (query: Due) => Due): Promise<ClaimedMessage[]> {
  const now = ctx.now()
  const due = ctx.db
    .selectFrom('message')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
  const locked = which(due as Due)
    .forUpdate()
    .skipLocked()
  const rows = await ctx.db
    .updateTable('message')
    // The reason of the last attempt goes, so that the release of a batch does not end this claim.
    .set({ attempts: sql`attempts + 1`, next_attempt_at: new Date(+now + LEASE_MS), reason: null })
    // PostgreSQL evaluates an array once. With `in (…)` the plan may run the subquery again per row and lock other rows.
    .where('id', '=', sql<string>`any(array(${locked}))`)
    .returning([
      'attachments',
      'attempts',
      'batch_id',
      'body',
      'channel',
      'cap_month',
      'created_at',
      'data',
      'failing_since',
      'submitted_at',
      'html',
      'id',
      'kind',
      'next_attempt_at',
      'once_key',
      'reason',
      'recipient',
      'sent_at',
      'state',
      'subject',
      'unsubscribe_url',
      'user_id',
    ])
    .execute()
  return (rows as ClaimedMessage[]).map(row => ({
    ...row,
    isSecret: isSealed(row.body),
    body: openText(ctx, row.id, row.body),
    html: row.html === null ? null : openText(ctx, row.id, row.html),
  }))
}

/** The result of a delivery attempt. `sent` is recorded even when the claim has expired; other outcomes need a current claim. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'dropped' | 'failed'; reason: string }
  /** `failingSince` is set when the provider causes the delay. */
  | { state: 'waiting'; nextAttemptAt: Date; reason?: string; failingSince?: Date }

/**
 * Records that the worker is about to give a claimed message to its provider. From then on the message cannot be dropped, and a second
 * hand-over is refused.
 * @returns false when the message was dropped in between or is claimed by another worker.
 */
export async function handOver(ctx: Context, { id, attempts }: ClaimedMessage): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('message')
    .set({ submitted_at: ctx.now() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .where('submitted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The batch of the message is paused, so the message waits with it. */
export type PausedMessage = { state: 'paused' }

/** Retry delay for a message of a paused batch. Resuming the batch makes its messages due at once. */
const PAUSED_MS = 300_000

/**
 * Ends the claim on a message whose batch is paused.
 * @returns when the message is due: in 5 minutes, or now when the batch was released after the worker read its state.
 */
export async function postponeMessage(ctx: Context, message: ClaimedMessage): Promise<Date> {
  return transact(ctx, async tx => {
    const later = new Date(+tx.now() + PAUSED_MS)
    await releaseMessage(tx, message, { state: 'waiting', nextAttemptAt: later, reason: PAUSED })
    // Waits for a release in progress. A release that comes later waits for this transaction and finds the message.
    const batch = await tx.db
      .selectFrom('message_batch')
      .select('state')
      .where('id', '=', message.batch_id)
      .forShare()
      .executeTakeFirst()
    if (batch?.state === 'held') return later
    await releaseMessage(tx, message, { state: 'waiting', nextAttemptAt: tx.now() })
    return tx.now()
  })
}

/**
 * Records the outcome of a claimed message and ends the claim.
 * @returns when a waiting message is due; null for a finished one.
 */
export async function releaseMessage(
  ctx: DataContext,
  message: ClaimedMessage,
  outcome: Outcome,
): Promise<Date | null> {
  const { state } = outcome
  // Wipes codes and addresses when the message is finished. In demo mode the text stays because the outbox page shows it. A message that was
  // given up keeps its text for a week, so that staff can send it again; a code does not.
  const isKept = state === 'waiting' || ctx.mode === 'demo' || (state === 'failed' && !message.isSecret)
  const cleared = isKept ? {} : { body: '', html: null, attachments: null }
  const noted = ctx.db
    .updateTable('message')
    .set({
      state,
      sent_at: state === 'sent' ? ctx.now() : null,
      reason: 'reason' in outcome ? (outcome.reason ?? null) : null,
      recipient: message.recipient,
      ...(state === 'waiting'
        ? { next_attempt_at: outcome.nextAttemptAt, failing_since: outcome.failingSince ?? null, submitted_at: null }
        : {}),
      ...cleared,
    })
    .where('id', '=', message.id)
    .where('state', '=', 'waiting')
    .$if(state !== 'sent', query => query.where('attempts', '=', message.attempts))
  if (message.batch_id === null || state === 'waiting') {
    await noted.execute()
    return state === 'waiting' ? outcome.nextAttemptAt : null
  }
  // One statement updates the message and the batch count, so that both change or neither.
  await ctx.db
    .with('noted', () => noted.returning('batch_id'))
    .updateTable('message_batch')
    .set(eb => ({ [state]: eb(state, '+', 1) }))
    .where('id', 'in', eb =>
      eb.selectFrom('noted').select('batch_id').where('batch_id', 'is not', null).$castTo<{ batch_id: string }>(),
    )
    .execute()
  return null
}
