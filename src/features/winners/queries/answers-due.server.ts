import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import { inDays } from '../rules.ts'
import { readPrizes } from './winners.server.ts'

/** Staff see a winner's deadline this many days ahead, so that there is time to reach the winner. */
const AHEAD_DAYS = 3

type AnswerDue = { id: string; title: string; name: string; dueAt: Date }

/** Notified winners whose time to answer ends soon, the first deadline first. */
export async function listAnswersDue(ctx: Context): Promise<Waiting<AnswerDue>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<{ id: string; dueAt: Date }>`
      select id, answer_due_at as "dueAt" from winner
      where state = 'notified' and answer_due_at <= ${inDays(ctx.now(), AHEAD_DAYS)} order by answer_due_at, id`,
  )
  const prizes = await readPrizes(ctx, first)
  return {
    count,
    first: first.map(row => {
      const { title, name } = prizes.get(row.id)!
      return { ...row, title, name }
    }),
  }
}
