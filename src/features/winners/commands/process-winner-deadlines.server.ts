import { sql } from 'kysely'
import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { readDeliveries } from '#features/notifications/queries/messages.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import type { TellBody } from '../contract.ts'
import { noticeEmail, reminderEmail } from '../emails/emails.server.ts'
import type { Won } from '../queries/winners.server.ts'
import { FROM, inDays, REMINDER_DAYS, reminderDue, type State } from '../rules.ts'
import { endIneligible, endSilent } from './end-winner.server.ts'
import { moveWinner, requireEmail, sendToWinner } from './move-winner.server.ts'
import { tellContactChanges } from './tell-contact-changes.server.ts'

export const PROCESS_WINNER_DEADLINES = defineJob('process-winner-deadlines')

/** Rows of each kind per run; the next run starts within a minute. */
const ROUND = 200

/**
 * Processes winner deadlines. Notifies drawn winners without a notice, marks winners with a sent notice as notified, reminds silent winners
 * on days 3 and 6, passes the prize on after day 7, and tells changed contacts. Runs every minute; safe at any time and in several processes at once.
 */
export async function processWinnerDeadlines(ctx: Context): Promise<void> {
  await tellUntold(ctx)
  await noteDelivered(ctx)
  await remindSilent(ctx)
  await passSilent(ctx)
  await tellContactChanges(ctx)
}

/** Notifies the current winner of one giveaway, right after the draw or after the prize passed on. */
export async function tellWinner(ctx: Context, giveawayId: string): Promise<void> {
  await tellUntold(ctx, giveawayId)
  await enqueue(ctx, PROCESS_WINNER_DEADLINES, {}, { startAfter: 5 })
}

/** No proposal to pass on the prize waits for a second person. */
const WITHOUT_PROPOSAL = sql<boolean>`not exists (select from winner_pass p where p.winner_id = winner.id and p.decision is null)`

const inState = (ctx: Context, state: State) =>
  ctx.db.selectFrom('winner').select(['id', 'notice_id']).where('state', '=', state).limit(ROUND)

async function tellUntold(ctx: Context, giveawayId?: string): Promise<void> {
  const rows = await inState(ctx, 'drawn')
    .where('notice_id', 'is', null)
    .where(WITHOUT_PROPOSAL)
    .$if(giveawayId !== undefined, query => query.where('giveaway_id', '=', giveawayId!))
    .orderBy('selected_at')
    .execute()
  for (const { id } of rows) await alone(ctx, id, tellAtOnce(ctx, id))
}

async function noteDelivered(ctx: Context): Promise<void> {
  const rows = await inState(ctx, 'drawn').where('notice_id', 'is not', null).orderBy('selected_at').execute()
  const notices = rows.map(row => row.notice_id!)
  const deliveries = await readDeliveries(ctx, notices)
  for (const { id, notice_id: notice } of rows) {
    const sentAt = deliveries.get(notice!)?.sentAt
    if (sentAt) await alone(ctx, id, noteTold(ctx, id, sentAt))
  }
}

async function remindSilent(ctx: Context): Promise<void> {
  const now = ctx.now()
  const [first, second] = REMINDER_DAYS
  const rows = await inState(ctx, 'notified')
    .where('answer_due_at', '>', now)
    .where(eb =>
      eb.or([
        eb.and([eb('reminders', '=', 0), eb('notified_at', '<=', inDays(now, -first))]),
        eb.and([eb('reminders', '<', 2), eb('notified_at', '<=', inDays(now, -second))]),
      ]),
    )
    .execute()
  for (const { id } of rows) await alone(ctx, id, remindWinner(ctx, id))
}

async function passSilent(ctx: Context): Promise<void> {
  const rows = await inState(ctx, 'notified')
    .where('answer_due_at', '<=', ctx.now())
    .where(WITHOUT_PROPOSAL)
    .orderBy('answer_due_at')
    .execute()
  for (const { id } of rows) await alone(ctx, id, endSilent(ctx, id, `No answer within ${ANSWER_DAYS} days.`))
}

/**
 * Isolates one winner's failure. A lost race against the winner, staff or another process is ignored. Any other error is logged and retried
 * within a minute, so that other winners do not wait.
 */
const alone = (ctx: Context, id: string, work: Promise<void>): Promise<void> =>
  work.catch(error => {
    if (error.code !== 'winner_moved') ctx.log.error({ err: error, winner: id }, 'a winner could not be tended')
  })

/**
 * Notifies the current winner once: by e-mail, and by SMS and push if the winner opted in. The winner counts as notified when the e-mail
 * has left (`noteTold`). An ineligible winner is ended instead. A disabled account gets no automatic notice: the reason may cost the winner
 * the prize, so staff decide within the notification deadline.
 * @throws winner_moved when the winner was already notified.
 */
async function tellAtOnce(ctx: Context, id: string): Promise<void> {
  if (await endIneligible(ctx, id)) return
  await moveWinner(ctx, id, { action: 'sent the notice', from: ['drawn'] }, async (tx, locked) =>
    // Another process sent the notice first, or the sender of a card gave no e-mail address: staff write a letter.
    locked.row.notice_id || locked.prize.isDisabled || !locked.prize.email
      ? {}
      : { notice_id: await sendNotice(tx, locked) },
  )
}

/** Starts the answer period after the e-mail has left. A second call changes nothing. */
const noteTold = (ctx: Context, id: string, at: Date): Promise<void> =>
  moveWinner(ctx, id, { action: 'notified', from: ['drawn'] }, async () => toldAt(at))

const toldAt = (at: Date) => ({
  state: 'notified' as const,
  notified_at: at,
  answer_due_at: inDays(at, ANSWER_DAYS),
})

async function sendNotice(tx: TransactionContext, locked: Won): Promise<string | null> {
  const { row, prize } = locked
  const answerBy = row.answer_due_at ?? inDays(tx.now(), ANSWER_DAYS)
  if (prize.userId) {
    await notify(tx, {
      userId: prize.userId,
      kind: 'giveaway_alert',
      onceKey: `won:${row.id}`,
      sms: `You won ${prize.title}! Answer by e-mail link within ${ANSWER_DAYS} days.`,
      push: {
        title: 'You won',
        body: `${prize.title} is yours. Answer within ${ANSWER_DAYS} days.`,
        data: { type: 'giveaway', giveawayId: prize.giveawayId },
      },
    })
  }
  return sendToWinner(tx, locked, { kind: 'notice', email: noticeEmail(tx, { prize, answerBy }) })
}

/**
 * Staff notify a winner by a second e-mail, or record how they reached the winner. The answer period runs from the first notice.
 * @throws winner_not_found, winner_moved, email_missing.
 */
export const tellByStaff = (ctx: Context, id: string, body: TellBody): Promise<void> =>
  moveWinner(
    ctx,
    id,
    body.by === 'email'
      ? { action: 'sent the notice again', from: FROM.tell, noted: { by: 'email' } }
      : { action: 'told the winner', from: FROM.tell, noted: { by: 'other means' }, reason: body.reason },
    async (tx, locked) => {
      if (body.by === 'otherwise') return locked.row.state === 'drawn' ? toldAt(tx.now()) : {}
      requireEmail(locked)
      return { notice_id: await sendNotice(tx, locked) }
    },
  )

/** Reminds a silent winner when a reminder is due; each reminder leaves once. */
const remindWinner = (ctx: Context, id: string): Promise<void> =>
  moveWinner(ctx, id, { action: 'sent a reminder', from: ['notified'] }, async (tx, locked) => {
    const { row, prize } = locked
    const due = reminderDue(row.notified_at!, row.reminders, tx.now())
    if (!due) return {}
    await sendToWinner(tx, locked, {
      kind: 'reminder',
      email: reminderEmail(tx, { prize, answerBy: row.answer_due_at! }),
    })
    return { reminders: due }
  })
