import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { titleKeyOf } from '#features/draws/queries/winners.server.ts'
import { asc, desc, type KeyColumn, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { ListedWinner, ListedWinnersQuery } from '../contract.ts'
import { STATES, type WinnerSort } from '../rules.ts'
import { giveawayShown, readPrizes, WINNER_COLUMNS, type Won, winnerShown } from './winners.server.ts'

/** When the task of staff is due, else the answer of the winner; the index `winner_deadline` has the same expression. */
const DEADLINE = `coalesce(w.task_due_at, case when w.state = 'notified' then w.answer_due_at end)`
const STATE_STEP = `array_position('{${STATES.join(',')}}'::text[], w.state)`

/** Winners of one giveaway stay together, the first place first, in either direction of draw and giveaway. */
const BY_PLACE = [asc('w.place', 'integer')]

function sorted({ sort, way }: Pick<ListedWinnersQuery, 'sort' | 'way'>) {
  const column = way === 'down' ? desc : asc
  const keys: Record<WinnerSort, [KeyColumn, ...KeyColumn[]]> = {
    drawn: [column('w.drawn_at', 'timestamptz'), column('w.giveaway_id', 'uuid'), ...BY_PLACE],
    giveaway: [column(titleKeyOf('w.giveaway_id'), 'text'), column('w.giveaway_id', 'uuid'), ...BY_PLACE],
    state: [column(STATE_STEP, 'integer'), desc('w.drawn_at', 'timestamptz'), asc('w.id', 'uuid')],
    deadline: [column(DEADLINE, 'timestamptz', 'last'), desc('w.drawn_at', 'timestamptz'), asc('w.id', 'uuid')],
  }
  return keyset(...keys[sort])
}

const isIn = (state: ListedWinnersQuery['state']): RawBuilder<SqlBool> =>
  state === undefined ? sql`true` : state === 'nobody-left' ? sql`w.task = ${state}` : sql`w.state = ${state}`

/** A page of winners, one by one. A winner without a deadline comes last in both directions of the deadline. */
export async function listWinnersOneByOne(ctx: DataContext, query: ListedWinnersQuery) {
  const order = sorted(query)
  const { rows } = await sql<Sorted & Won['row'] & { deadline: Date | null }>`
    select ${sql.join(WINNER_COLUMNS.map(name => sql.ref(`w.${name}`)))}, ${sql.raw(DEADLINE)} as deadline, ${order.sortKey}
    from winner w where ${isIn(query.state)} and ${order.after(query.cursor)}
    order by ${order.by} limit ${query.limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = order.page(rows, query.limit)
  const prizes = await readPrizes(ctx, shown)
  const winners = shown.map((row): ListedWinner => {
    const prize = prizes.get(row.id)!
    return {
      ...winnerShown({ row, prize }),
      giveawayId: row.giveaway_id,
      giveaway: giveawayShown(prize),
      drawnAt: row.drawn_at.toISOString(),
      deadline: row.deadline?.toISOString() ?? null,
    }
  })
  return { winners, nextCursor }
}
