import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'

type WaitingCard = { number: number; giveawayId: string; title: string; typedAt: Date }

/** Mailed cards that wait for a second person, the oldest first. */
export const listWaitingCards = (ctx: Context): Promise<Waiting<WaitingCard>> =>
  readWaiting(
    ctx,
    sql<WaitingCard>`
      select c.number, c.giveaway_id as "giveawayId", g.title, c.typed_at as "typedAt"
      from mail_card c join giveaway g on g.id = c.giveaway_id
      where c.state = 'waiting' order by c.typed_at, c.number`,
  )
