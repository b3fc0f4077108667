import { deliveriesOf } from '#features/notifications/queries/messages.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import { ANSWER_DAYS, inDays, REMINDER_DAYS } from '../rules.ts'
import { endWinner } from './end-winner.server.ts'
import { noteTold, remindWinner, tellAtOnce } from './tell-winner.server.ts'

export const PROCESS_WINNER_DEADLINES = defineJob('process-winner-deadlines')

/** Rows of each kind per run; the next run starts within a minute. */
const ROUND = 200

/**
 * Processes winner deadlines. Notifies drawn winners without a notice, marks winners with a sent notice as notified, reminds silent winners
 * on days 3 and 6, and promotes an alternate after day 7. Runs every minute; safe at any time and in several processes at once.
 */
export async function processWinnerDeadlines(ctx: Context): Promise<void> {
  await tellUntold(ctx)
  await noteDelivered(ctx)
  await remindSilent(ctx)
  await passSilent(ctx)
}

/** Notifies the current winner of one giveaway, right after the draw or a promotion. */
export async function tellWinnerOf(ctx: Context, giveawayId: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('giveaway_id', '=', giveawayId)
    .where('state', '=', 'drawn')
    .where('notice_id', 'is', null)
    .execute()
  for (const { id } of rows) await alone(ctx, id, tellAtOnce(ctx, id))
  await enqueue(ctx, PROCESS_WINNER_DEADLINES, {}, { startAfter: 5 })
}

async function tellUntold(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('state', '=', 'drawn')
    .where('notice_id', 'is', null)
    .orderBy('selected_at')
    .limit(ROUND)
    .execute()
  for (const { id } of rows) await alone(ctx, id, tellAtOnce(ctx, id))
}

async function noteDelivered(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select(['id', 'notice_id'])
    .where('state', '=', 'drawn')
    .where('notice_id', 'is not', null)
    .orderBy('selected_at')
    .limit(ROUND)
    .execute()
  const deliveries = await deliveriesOf(
    ctx,
    rows.map(row => row.notice_id!),
  )
  for (const { id, notice_id: notice } of rows) {
    const sentAt = deliveries.get(notice!)?.sentAt
    if (sentAt) await alone(ctx, id, noteTold(ctx, id, sentAt))
  }
}

async function remindSilent(ctx: Context): Promise<void> {
  const now = ctx.now()
  const [first, second] = REMINDER_DAYS
  const rows = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('state', '=', 'notified')
    .where('answer_due_at', '>', now)
    .where(eb =>
      eb.or([
        eb.and([eb('reminders', '=', 0), eb('notified_at', '<=', inDays(now, -first))]),
        eb.and([eb('reminders', '<', 2), eb('notified_at', '<=', inDays(now, -second))]),
      ]),
    )
    .limit(ROUND)
    .execute()
  for (const { id } of rows) await alone(ctx, id, remindWinner(ctx, id))
}

async function passSilent(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('state', '=', 'notified')
    .where('answer_due_at', '<=', ctx.now())
    .orderBy('answer_due_at')
    .limit(ROUND)
    .execute()
  const ending = { as: 'forfeited', from: ['notified'], action: 'forfeited' } as const
  for (const { id } of rows)
    await alone(ctx, id, endWinner(ctx, id, { ...ending, reason: `No answer within ${ANSWER_DAYS} days.` }))
}

/**
 * Isolates one winner's failure. A lost race against the winner, staff or another process is ignored. Any other error is logged and retried
 * within a minute, so that other winners do not wait.
 */
const alone = (ctx: Context, id: string, work: Promise<void>): Promise<void> =>
  work.catch(error => {
    if (error.code !== 'winner_moved') ctx.log.error({ err: error, winner: id }, 'a winner could not be tended')
  })
