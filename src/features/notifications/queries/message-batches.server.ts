import { sql } from 'kysely'
import { asc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'

/** Whether the messages of a batch may leave. */
export async function readBatchState({ db }: Context, id: string): Promise<'going' | 'held' | 'dropped'> {
  const row = await db.selectFrom('message_batch').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return row.state as 'going' | 'held' | 'dropped'
}

export type BatchCounts = {
  sent: number
  dropped: number
  failed: number /** Some of its messages have not left. */
  isWaiting: boolean
}

/** Counts the messages of some batches by outcome. */
export async function readBatchCounts({ db }: Context, ids: readonly string[]): Promise<Map<string, BatchCounts>> {
  const { rows } = await sql<BatchCounts & { id: string }>`
    select b.id, b.sent, b.dropped, b.failed,
      exists (select from message m where m.batch_id = b.id and m.state = 'waiting') as "isWaiting"
    from message_batch b where b.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Reasons why messages of a batch did not leave, most frequent first, and the time when the next waiting message is due. */
export async function readBatchReasons({ db }: Context, id: string) {
  const { rows } = await sql<{ reason: string; n: number }>`
    select coalesce(reason, 'unknown') as reason, count(*)::int as n from message
    where batch_id = ${id} and state in ('dropped', 'failed') group by 1 order by 2 desc, 1 limit 20`.execute(db)
  const next = await db
    .selectFrom('message')
    .select('next_attempt_at')
    .where('batch_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return { reasons: rows, nextAt: next?.next_attempt_at ?? null }
}

export type BatchRecipient = {
  id: string
  userId: string
  name: string
  email: string
  state: 'waiting' | 'sent' | 'dropped' | 'failed'
  reason: string | null
  sentAt: Date | null
}

const BY_ID = keyset(asc('r.id', 'uuid'))

/** A page of a batch's recipients in the order in which they were added. @throws invalid_input for an unknown cursor. */
export async function listBatchRecipients(
  { db }: Context,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ recipients: BatchRecipient[]; nextCursor: string | null }> {
  const { rows } = await sql<BatchRecipient & Sorted>`
    select ${BY_ID.sortKey}, r.id, r.user_id as "userId", u.name, u.email, m.state, m.reason, m.sent_at as "sentAt"
    from batch_recipient r join users u on u.id = r.user_id join message m on m.id = r.id
    where r.batch_id = ${id} and ${BY_ID.after(cursor)} order by ${BY_ID.by} limit ${limit + 1}`.execute(db)
  const { shown, nextCursor } = BY_ID.page(rows, limit)
  return { recipients: shown.map(({ sortKey: _, ...recipient }) => recipient), nextCursor }
}

/** The ids of a batch's messages, equal to the ids of its recipients; for small batches. */
export async function listBatchMessageIds({ db }: Context, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_recipient')
    .select('id')
    .where('batch_id', '=', id)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
