import type { Context } from '#adapters/context.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import type { TellBody } from '../contract.ts'
import { noticeEmail, reminderEmail } from '../emails.server.ts'
import { ANSWER_DAYS, FROM, inDays, reminderDue } from '../rules.ts'
import { endIneligible } from './end-winner.server.ts'
import { type Locked, moveWinner } from './move-winner.server.ts'
import { sendToWinner } from './write-to-winner.server.ts'

/**
 * Tells whoever has a drawn prize now that it is theirs, once: by e-mail, and by SMS and push where they want these. They count as
 * notified when the e-mail has left (`noteTold`). Who cannot have the prize is passed by instead. Whose account is disabled is not
 * written to by itself: why it is so may cost them the prize or not, so staff decide within the time there is for telling.
 * @throws winner_moved when that was done already.
 */
export async function tellAtOnce(ctx: Context, id: string): Promise<void> {
  if (await endIneligible(ctx, id)) return
  await moveWinner(ctx, id, { action: 'sent the notice', from: ['drawn'] }, async (inner, locked) =>
    // Another process was faster.
    locked.row.notice_id || locked.prize.isDisabled ? {} : { notice_id: await sendNotice(inner, locked) },
  )
}

/** The e-mail has left: now the days to answer run. A second time changes nothing. */
export const noteTold = (ctx: Context, id: string, at: Date): Promise<void> =>
  moveWinner(ctx, id, { action: 'notified', from: ['drawn'] }, async () => toldAt(at))

const toldAt = (at: Date) => ({
  state: 'notified' as const,
  notified_at: at,
  answer_due_at: inDays(at, ANSWER_DAYS),
})

async function sendNotice(ctx: Context, locked: Locked): Promise<string> {
  const { row, prize } = locked
  const answerBy = row.answer_due_at ?? inDays(ctx.now(), ANSWER_DAYS)
  if (prize.userId) {
    await notify(ctx, {
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
  return sendToWinner(ctx, locked, { kind: 'notice', email: noticeEmail(ctx, prize, answerBy) })
}

/**
 * Staff tell a winner: by the e-mail once more, or they say how they reached them otherwise, and the days to answer run from now.
 * @throws winner_not_found, winner_moved.
 */
export const tellByStaff = (ctx: Context, id: string, body: TellBody): Promise<void> =>
  moveWinner(
    ctx,
    id,
    body.by === 'email'
      ? { action: 'sent the notice again', from: FROM.tell, noted: { by: 'email' } }
      : { action: 'told the winner', from: FROM.tell, noted: { by: 'other means' }, reason: body.reason },
    async (inner, locked) => {
      if (body.by === 'otherwise') return locked.row.state === 'drawn' ? toldAt(inner.now()) : {}
      return { notice_id: await sendNotice(inner, locked) }
    },
  )

/** Reminds a silent winner when a reminder is due; each leaves once. */
export const remindWinner = (ctx: Context, id: string): Promise<void> =>
  moveWinner(ctx, id, { action: 'sent a reminder', from: ['notified'] }, async (inner, locked) => {
    const { row, prize } = locked
    const due = reminderDue(row.notified_at!, row.reminders, inner.now())
    if (!due) return {}
    await sendToWinner(inner, locked, { kind: 'reminder', email: reminderEmail(inner, prize, row.answer_due_at!) })
    return { reminders: due }
  })
