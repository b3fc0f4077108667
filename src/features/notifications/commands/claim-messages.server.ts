import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { Channel } from '#adapters/messages/port.ts'
import type { DB, Message } from '#platform/db/tables.ts'
import type { Kind } from '../rules.ts'
import { openText } from '../sealed-text.server.ts'

/**
 * For how long a message belongs to whoever took it in hand: longer than any provider is waited for. Who was killed meanwhile lets
 * go of it that way.
 */
const LEASE_MS = 120_000

/** A message that nobody else has in hand. */
export type ClaimedMessage = Omit<Selectable<Message>, 'channel' | 'kind'> & { channel: Channel; kind: Kind | null }

/** Takes one message in hand. @returns undefined when it is not due, done with, or in other hands. */
export async function claimMessage(ctx: Context, id: string): Promise<ClaimedMessage | undefined> {
  const [message] = await claim(ctx, query => query.where('id', '=', id))
  return message
}

/** Takes the messages of a channel in hand that have been due for longest; other processes take others. */
export const claimDueMessages = (ctx: Context, channel: Channel, limit: number): Promise<ClaimedMessage[]> =>
  claim(ctx, query => query.where('channel', '=', channel).orderBy('next_attempt_at').orderBy('id').limit(limit))

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
    .set({ attempts: sql`attempts + 1`, next_attempt_at: new Date(+now + LEASE_MS) })
    // As an array it is read once; of `in (…)` a plan may run it again for each row, and it locks others then.
    .where('id', '=', sql<string>`any(array(${locked}))`)
    .returning([
      'attempts',
      'batch_id',
      'body',
      'channel',
      'counted_in',
      'created_at',
      'data',
      'failing_since',
      'handed_at',
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
      'user_id',
    ])
    .execute()
  return (rows as ClaimedMessage[]).map(row => ({
    ...row,
    body: openText(ctx, row.id, row.body),
    html: row.html === null ? null : openText(ctx, row.id, row.html),
  }))
}

/** How a claimed message goes on. Only what was sent is noted by whoever sent it late; the rest by the one who still has it in hand. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'dropped' | 'failed'; reason: string }
  /** `failingSince` when it is its provider who keeps it waiting. */
  | { state: 'waiting'; nextAttemptAt: Date; reason?: string; failingSince?: Date }

/**
 * Notes that a claimed message is about to be given to its provider: from here on it cannot be dropped any more, and whoever finds
 * this note is not the first.
 * @returns false when it was dropped meanwhile, or is in other hands.
 */
export async function handOver(ctx: Context, { id, attempts }: ClaimedMessage): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('message')
    .set({ handed_at: ctx.now() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .where('handed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes what became of a claimed message, and lets go of it. */
export async function releaseMessage(ctx: Context, message: ClaimedMessage, outcome: Outcome): Promise<void> {
  const { state } = outcome
  // Codes and addresses have no business in our records once they are done with; in demo mode the outbox page shows them.
  const cleared = state === 'waiting' || ctx.mode === 'demo' ? {} : { body: '', html: null }
  const noted = ctx.db
    .updateTable('message')
    .set({
      state,
      sent_at: state === 'sent' ? ctx.now() : null,
      reason: 'reason' in outcome ? (outcome.reason ?? null) : null,
      recipient: message.recipient,
      ...(state === 'waiting'
        ? { next_attempt_at: outcome.nextAttemptAt, failing_since: outcome.failingSince ?? null, handed_at: null }
        : {}),
      ...cleared,
    })
    .where('id', '=', message.id)
    .where('state', '=', 'waiting')
    .$if(state !== 'sent', query => query.where('attempts', '=', message.attempts))
  if (message.batch_id === null || state === 'waiting') {
    await noted.execute()
    return
  }
  // Counted in the statement that notes it: both or neither.
  await ctx.db
    .with('noted', () => noted.returning('batch_id'))
    .updateTable('message_batch')
    .set(eb => ({ [state]: eb(state, '+', 1) }))
    .where('id', 'in', eb =>
      eb.selectFrom('noted').select('batch_id').where('batch_id', 'is not', null).$castTo<{ batch_id: string }>(),
    )
    .execute()
}
