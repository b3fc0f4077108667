import type { Selectable } from 'kysely'
import { type DrawnEntry, drawnEntriesOf } from '#features/giveaways/draws/queries/winners.server.ts'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Winner as WinnerTable } from '#platform/db/tables.ts'
import type { GiveawayWinners, Winner, WinnersQuery } from '../contract.ts'
import { WINNER_COLUMNS } from '../winner-columns.server.ts'

type Row = Selectable<WinnerTable>

const LATEST = keyset(desc('drawn_at', 'timestamptz'), desc('giveaway_id', 'uuid'))

/** A page of giveaways with all winners of their drawn orders, latest draw first. */
export async function listWinners(ctx: Context, { state, cursor, limit }: WinnersQuery) {
  const found = await ctx.db
    .selectFrom('winner')
    .select('giveaway_id')
    .select(LATEST.sortKey)
    .$if(state === undefined, query => query.where('place', '=', 1))
    .$if(state === 'nobody-left', query => query.where('task', '=', 'nobody-left'))
    .$if(state !== undefined && state !== 'nobody-left', query => query.where('state', '=', state!))
    .where(LATEST.after(cursor))
    .orderBy(LATEST.by)
    .limit(limit + 1)
    .execute()
  const { shown, nextCursor } = LATEST.page(found, limit)
  const ids = shown.map(row => row.giveaway_id)
  return { giveaways: await winnersOf(ctx, ids), nextCursor }
}

/** Winners of these giveaways, in the order of the ids. Undrawn giveaways are left out. */
export async function winnersOf(ctx: Context, giveawayIds: readonly string[]): Promise<GiveawayWinners[]> {
  if (giveawayIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('winner')
    .select(WINNER_COLUMNS)
    .where('giveaway_id', 'in', [...giveawayIds])
    .orderBy('place')
    .execute()
  const prizes = await drawnEntriesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const groups = Map.groupBy(rows, row => row.giveaway_id)
  return giveawayIds.flatMap(giveawayId => {
    const winners = groups.get(giveawayId)
    if (!winners) return []
    return [
      {
        giveawayId,
        giveaway: giveawayShown(prizes.get(winners[0]!.id)!),
        winners: winners.map(row => winnerShown(row, prizes.get(row.id)!)),
        totalWinners: winners.length,
      },
    ]
  })
}

export const giveawayShown = ({ title, tier, valueCents, endsAt }: DrawnEntry) => ({
  title,
  tier,
  value: toDollars(valueCents),
  endDate: endsAt?.toISOString() ?? null,
})

export const winnerShown = (row: Row, prize: DrawnEntry): Winner => ({
  id: row.id,
  email: prize.email,
  slotNumber: prize.slot,
  date: prize.enteredAt.toISOString(),
  tier: prize.tier,
  selectedAt: row.selected_at.toISOString(),
  method: prize.method as Winner['method'],
  early: prize.isEarly,
  reason: prize.reason,
  name: prize.name,
  place: row.place,
  state: row.state as Winner['state'],
  notifiedAt: row.notified_at?.toISOString() ?? null,
  answerBy: row.answer_due_at?.toISOString() ?? null,
  endedReason: row.ended_reason,
  task: row.task as Winner['task'],
  taskDueAt: row.task_due_at?.toISOString() ?? null,
})
