import type { Selectable } from 'kysely'
import { type DrawnEntry, drawnEntriesOf } from '#features/giveaways/draws/queries/winners.server.ts'
import { deliveriesOf } from '#features/notifications/queries/messages.server.ts'
import { trackingUrlOf } from '#features/orders/fulfilment/rules.ts'
import type { Context } from '#kernel/context.ts'
import type { Winner as WinnerTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type PrizeAddress, WINNER_ERRORS, type WinnerDetail } from '../contract.ts'
import { actionsOf } from '../rules.ts'
import { WINNER_COLUMNS } from '../winner-columns.server.ts'
import { papersOf } from './papers.server.ts'
import { giveawayShown, winnerShown } from './winners.server.ts'

const refuse = refusals(WINNER_ERRORS)

/** One winner with staff fields. @throws winner_not_found */
export async function winnerOf(ctx: Context, id: string): Promise<WinnerDetail> {
  const row = isUuid(id)
    ? await ctx.db.selectFrom('winner').select(WINNER_COLUMNS).where('id', '=', id).executeTakeFirst()
    : undefined
  const prize = row && (await drawnEntriesOf(ctx, [row.id])).get(row.id)
  if (!row || !prize) throw refuse('winner_not_found')
  const [papers, messages, notice] = await Promise.all([
    papersOf(ctx, row.id),
    messagesOf(ctx, row.id),
    noticeOf(ctx, row, prize),
  ])
  const winner = winnerShown(row, prize)
  return {
    ...winner,
    giveawayId: row.giveaway_id,
    giveaway: giveawayShown(prize),
    userId: row.user_id,
    phone: prize.phone,
    answeredAt: row.answered_at?.toISOString() ?? null,
    doneAt: row.done_at?.toISOString() ?? null,
    shipTo: row.ship_to as PrizeAddress | null,
    ...parcelOf(row),
    papers: papers.map(({ statusAt, ...paper }) => ({ ...paper, statusAt: statusAt.toISOString() })),
    notice,
    messages,
    actions: actionsOf({ state: winner.state, task: winner.task, papers }),
  }
}

/** Carrier and tracking number of a prize. */
export const parcelOf = (row: Selectable<WinnerTable>) => ({
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  trackingUrl: trackingUrlOf(row.carrier, row.tracking_number),
  shippedAt: row.shipped_at?.toISOString() ?? null,
})

async function noticeOf(
  ctx: Context,
  { notice_id: id }: Selectable<WinnerTable>,
  { isDisabled }: DrawnEntry,
): Promise<WinnerDetail['notice']> {
  if (!id) return isDisabled ? 'held' : 'none'
  const delivery = (await deliveriesOf(ctx, [id])).get(id)
  if (!delivery) return 'none'
  return delivery.state === 'sent' ? 'sent' : delivery.state === 'waiting' ? 'waiting' : 'failed'
}

/** The latest 100 e-mails to a winner, with the staff members who wrote them. */
async function messagesOf(ctx: Context, id: string): Promise<WinnerDetail['messages']> {
  const rows = await ctx.db
    .selectFrom('winner_message as m')
    .leftJoin('users as u', 'u.id', 'm.sent_by')
    .select(['m.id', 'm.at', 'm.kind', 'm.subject', 'm.body', 'u.name as by'])
    .where('m.winner_id', '=', id)
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({
    ...row,
    at: row.at.toISOString(),
    kind: row.kind as WinnerDetail['messages'][number]['kind'],
  }))
}
