import { sql } from 'kysely'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { DELIVER_DUE } from '../job-types.server.ts'
import { phoneHash, type Recipient } from '../queries/recipients.server.ts'
import { notifyUsers } from './notify.server.ts'

/** Reasons, as stored in the row, why a message of a batch waits or was dropped. */
export const PAUSED = 'paused'
export const CANCELLED = 'cancelled'
export const SAME_PHONE = 'duplicate phone number'
export const NOT_OF_AGE = 'under age by the birth date on file'
/** The provider got the message, but its answer was lost. A second attempt could deliver the message twice. */
export const NOT_KNOWN = 'not known whether it left, so not sent again'

/** PostgreSQL error code of a unique violation. */
const UNIQUE = '23505'

/** Opens a batch: messages that are paused, resumed and dropped together. */
export async function openBatch({ db }: TransactionContext, id: string): Promise<void> {
  await db.insertInto('message_batch').values({ id }).execute()
}

/**
 * Writes the SMS of a batch. Two unique keys limit a batch to one SMS per user and per phone, however often the
 * caller repeats this. Quiet hours, preferences and the monthly cap apply as in `notify`.
 * @param people each with a consent; a person without a phone is skipped.
 * @param whole the SMS exactly as sent.
 * @returns the message ids of the users added now, by user id. A user who is missing was in the batch already or shares a phone.
 */
export async function tellBatch(
  tx: TransactionContext,
  batchId: string,
  people: readonly Recipient[],
  whole: string,
): Promise<Map<string, string>> {
  const rows = people.flatMap(({ userId, phone }) =>
    phone ? [{ id: newId(), batch_id: batchId, user_id: userId, phone_hash: phoneHash(tx, phone) }] : [],
  )
  if (rows.length === 0) return new Map()
  const taken = await tx.db
    .insertInto('batch_recipient')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'user_id'])
    .execute()
  const ids = new Map(taken.map(row => [row.user_id, row.id]))
  await notifyUsers(tx, people, ({ userId }) => {
    const messageId = ids.get(userId)
    return messageId
      ? { kind: 'bulk_sms', onceKey: batchId, sms: { whole }, batch: { id: batchId, messageId } }
      : undefined
  })
  return ids
}

/** Pauses a batch. Messages that a provider already has may still leave. */
export async function pauseBatch({ db }: DataContext, id: string): Promise<void> {
  await db.updateTable('message_batch').set({ state: 'held' }).where('id', '=', id).execute()
}

/** Resumes a paused batch: its waiting messages are due at once. */
export async function resumeBatch(tx: TransactionContext, id: string): Promise<void> {
  // The batch before its messages: a message that is being paused at this moment is paused before this lock, or sees the batch resumed.
  await tx.db.updateTable('message_batch').set({ state: 'going' }).where('id', '=', id).execute()
  const waiting = tx.db
    .selectFrom('message')
    .select('id')
    .where('batch_id', '=', id)
    .where('state', '=', 'waiting')
    // A claim clears the reason, so a message in a worker's hands keeps its claim.
    .where('reason', '=', PAUSED)
    .forUpdate()
    // A locked message is due, or its worker waits for the batch and then makes it due: waiting for that worker would be a deadlock.
    .skipLocked()
  await tx.db
    .updateTable('message')
    .set({ next_attempt_at: tx.now() })
    .where('id', '=', sql<string>`any(array(${waiting}))`)
    .execute()
  await enqueue(tx, DELIVER_DUE.sms, {})
}

/**
 * Whether a message of a batch may go to a phone: the phone for which it was written, or the recipient's new phone if no other recipient of
 * the batch has it.
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

/** Drops the messages of a batch that were not given to a provider. */
export async function dropBatch(ctx: DataContext, id: string): Promise<void> {
  const wiped = ctx.mode === 'demo' ? sql`` : sql`, body = '', html = null`
  await sql`
    with gone as (
      update message set state = 'dropped', reason = ${CANCELLED}${wiped}
      where batch_id = ${id} and state = 'waiting' and submitted_at is null returning id
    )
    update message_batch set state = 'dropped', dropped = dropped + (select count(*) from gone) where id = ${id}`.execute(
    ctx.db,
  )
}
