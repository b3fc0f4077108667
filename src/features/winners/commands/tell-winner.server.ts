import { notify } from '#features/notifications/commands/notify.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { TellBody } from '../contract.ts'
import { noticeEmail, reminderEmail } from '../emails.server.ts'
import { ANSWER_DAYS, FROM, inDays, reminderDue } from '../rules.ts'
import { endIneligible } from './end-winner.server.ts'
import { type Locked, moveWinner } from './move-winner.server.ts'
import { sendToWinner } from './write-to-winner.server.ts'

/**
 * Notifies the current winner once: by e-mail, and by SMS and push if the winner opted in. The winner counts as notified when the e-mail
 * has left (`noteTold`). An ineligible winner is ended instead. A disabled account gets no automatic notice: the reason may cost the winner
 * the prize, so staff decide within the notification deadline.
 * @throws winner_moved when the winner was already notified.
 */
export async function tellAtOnce(ctx: Context, id: string): Promise<void> {
  if (await endIneligible(ctx, id)) return
  await moveWinner(ctx, id, { action: 'sent the notice', from: ['drawn'] }, async (tx, locked) =>
    // Another process sent the notice first.
    locked.row.notice_id || locked.prize.isDisabled ? {} : { notice_id: await sendNotice(tx, locked) },
  )
}

/** Starts the answer period after the e-mail has left. A second call changes nothing. */
export const noteTold = (ctx: Context, id: string, at: Date): Promise<void> =>
  moveWinner(ctx, id, { action: 'notified', from: ['drawn'] }, async () => toldAt(at))

const toldAt = (at: Date) => ({
  state: 'notified' as const,
  notified_at: at,
  answer_due_at: inDays(at, ANSWER_DAYS),
})

async function sendNotice(tx: TransactionContext, locked: Locked): Promise<string> {
  const { row, prize } = locked
  const answerBy = row.answer_due_at ?? inDays(tx.now(), ANSWER_DAYS)
  if (prize.userId) {
    await notify(tx, {
      userId: prize.userId,
      kind: 'giveaway_alert',
      onceKey: `won:${row.id}`,
      sms: `You won ${prize.title}! Answer by e-mail link within ${ANSWER_DAYS} days.`,
      push: {
        title: 'You have won',
        body: `${prize.title} is yours. Answer within ${ANSWER_DAYS} days.`,
        data: { type: 'giveaway', giveawayId: prize.giveawayId },
      },
    })
  }
  return sendToWinner(tx, locked, { kind: 'notice', email: noticeEmail(tx, { prize, answerBy }) })
}

/**
 * Staff notify a winner by a second e-mail, or record how they reached the winner. The answer period restarts now.
 * @throws winner_not_found, winner_moved.
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
      return { notice_id: await sendNotice(tx, locked) }
    },
  )

/** Reminds a silent winner when a reminder is due; each reminder leaves once. */
export const remindWinner = (ctx: Context, id: string): Promise<void> =>
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
