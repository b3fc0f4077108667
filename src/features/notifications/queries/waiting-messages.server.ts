import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'

export type WaitingMessages = {
  channel: string
  /** Messages that are due and not sent, paused batches left out. */
  due: number
  /** Age in seconds of the oldest of them. */
  oldestSeconds: number
}

/** Counts end here, because a campaign to a million people must not slow down its own measurement. */
const COUNT_LIMIT = 100_000

/** Due messages of each channel. A message of a paused campaign is not due. */
export async function listWaitingMessages(ctx: Pick<DataContext, 'db' | 'now'>): Promise<WaitingMessages[]> {
  const now = ctx.now()
  const { rows } = await sql<WaitingMessages>`
    select channel, w.due, coalesce(extract(epoch from ${now}::timestamptz - w.since), 0)::float8 as "oldestSeconds"
    from unnest(array['email', 'sms', 'push']) channel
    cross join lateral (
      select count(*)::int as due, min(next_attempt_at) as since
      from (select m.next_attempt_at from message m left join message_batch b on b.id = m.batch_id
            where m.channel = channel and m.state = 'waiting' and m.next_attempt_at <= ${now} and coalesce(b.state, 'going') = 'going'
            order by m.next_attempt_at limit ${COUNT_LIMIT}) due
    ) w`.execute(ctx.db)
  return rows
}
