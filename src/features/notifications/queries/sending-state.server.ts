import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Channel } from '#kernel/ports/messages.ts'

/** Whether a channel has sent any message so far, and the reason on its newest message that has one. */
export async function readSendingState(
  ctx: Context,
  channel: Channel,
): Promise<{ hasSent: boolean; reason: string | null }> {
  const { rows } = await sql<{ hasSent: boolean; reason: string | null }>`
    select exists (select from message where channel = ${channel} and state = 'sent') as "hasSent",
      (select reason from message where channel = ${channel} and reason is not null
        order by created_at desc, id desc limit 1) as reason`.execute(ctx.db)
  return rows[0]!
}

/** The state of a message, and the reason of its last attempt. */
export type Delivery = { state: string; reason: string | null }

export const readDelivery = ({ db }: DataContext, id: string): Promise<Delivery> =>
  db.selectFrom('message').select(['state', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
