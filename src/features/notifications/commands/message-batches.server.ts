import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { newId } from '#platform/ids.server.ts'
import { type Person, phoneHash } from '../queries/people.server.ts'
import { DUE_QUEUES } from '../queues.ts'
import { notifyPeople } from './notify.server.ts'

/** Why a message of a batch waits, or was dropped, as its row says it. */
export const HELD = 'paused'
export const CANCELLED = 'cancelled'
export const SAME_PHONE = 'the same phone as somebody else in it'
/** Given to the provider, and nobody heard whether it was taken: sent again, it might come twice. */
export const NOT_KNOWN = 'not known whether it left, so not sent again'

/** PostgreSQL: a value that must be there once is there already. */
const UNIQUE = '23505'

/** Opens a batch: messages to many that are held, let go and dropped as one. In the caller's transaction. */
export async function openBatch({ db }: Context, id: string): Promise<void> {
  await db.insertInto('message_batch').values({ id }).execute()
}

/**
 * Writes the SMS of a batch to people, in the caller's transaction. Nobody, and no phone, gets a second one of the same batch,
 * however often this is called; the two unique keys see to it. Quiet hours, wishes and the month's cap are those of `notify`.
 * @param people each with a consent and a phone; whoever has none is not written to.
 * @param whole the SMS exactly as it leaves.
 * @returns the ids of those who are in it now, each with that of the message; whoever is left out was in it, or shares a phone.
 */
export async function tellBatch(
  ctx: Context,
  batchId: string,
  people: readonly Person[],
  whole: string,
): Promise<Map<string, string>> {
  const rows = people.flatMap(({ userId, phone }) =>
    phone ? [{ id: newId(), batch_id: batchId, user_id: userId, phone_hash: phoneHash(ctx, phone) }] : [],
  )
  if (rows.length === 0) return new Map()
  const taken = await ctx.db
    .insertInto('batch_recipient')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'user_id'])
    .execute()
  const ids = new Map(taken.map(row => [row.user_id, row.id]))
  await notifyPeople(ctx, people, ({ userId }) => {
    const messageId = ids.get(userId)
    return messageId
      ? { kind: 'bulk_sms', onceKey: batchId, sms: { whole }, batch: { id: batchId, messageId } }
      : undefined
  })
  return ids
}

/** Nothing of the batch leaves from now on, but what a provider has in hand already. */
export async function holdBatch({ db }: Context, id: string): Promise<void> {
  await db.updateTable('message_batch').set({ state: 'held' }).where('id', '=', id).execute()
}

/** Lets go of a batch that was held: what rested is due at once. In the caller's transaction. */
export async function releaseBatch(ctx: Context, id: string): Promise<void> {
  // Messages before their batch, as whoever delivers locks them.
  await ctx.db
    .updateTable('message')
    .set({ next_attempt_at: ctx.now() })
    .where('batch_id', '=', id)
    .where('state', '=', 'waiting')
    .where('reason', '=', HELD)
    .execute()
  await ctx.db.updateTable('message_batch').set({ state: 'going' }).where('id', '=', id).execute()
  await ctx.jobs.enqueue(ctx.db, DUE_QUEUES.sms, {})
}

/**
 * Whether a message of a batch may go to a phone: the one that it was written for, or another that its person has by now and nobody
 * else in the batch.
 */
export async function goesToPhone(ctx: Context, messageId: string, phone: string): Promise<boolean> {
  const hash = phoneHash(ctx, phone)
  const moved = ctx.db
    .updateTable('batch_recipient')
    .set({ phone_hash: hash })
    .where('id', '=', messageId)
    .where('phone_hash', '<>', hash)
  return moved.execute().then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === UNIQUE) return false
      throw error
    },
  )
}

/** Drops what of a batch no provider has been given. */
export async function dropBatch(ctx: Context, id: string): Promise<void> {
  const wiped = ctx.mode === 'demo' ? sql`` : sql`, body = '', html = null`
  await sql`
    with gone as (
      update message set state = 'dropped', reason = ${CANCELLED}${wiped}
      where batch_id = ${id} and state = 'waiting' and handed_at is null returning id
    )
    update message_batch set state = 'dropped', dropped = dropped + (select count(*) from gone) where id = ${id}`.execute(
    ctx.db,
  )
}
