import type { Selectable } from 'kysely'
import { type DrawnEntry, readDrawnEntries } from '#features/draws/queries/winners.server.ts'
import { readDeliveries } from '#features/notifications/queries/messages.server.ts'
import { asc, desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { trackingUrlOf } from '#kernel/shipping/parcels/carriers.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Winner as WinnerTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import {
  type GiveawayWinners,
  type PrizeAddress,
  type TasksQuery,
  WINNER_ERRORS,
  type Winner,
  type WinnerDetail,
  type WinnersQuery,
  type WinnerTask,
} from '../contract.ts'
import { actionsOf, type Paper, type State, TASK_COUNT_LIMIT, type Task } from '../rules.ts'
import { findNoticeProof, listPasses } from './passes.server.ts'
import { findSilencedBy } from './silenced.server.ts'

const refuse = refusals(WINNER_ERRORS)

/** Columns of `winner` that the code reads as a whole row. The explicit list keeps results stable when a later version adds a column. */
export const WINNER_COLUMNS = [
  'id',
  'giveaway_id',
  'place',
  'user_id',
  'state',
  'task',
  'task_due_at',
  'drawn_at',
  'selected_at',
  'notice_id',
  'notified_at',
  'reminders',
  'answer_due_at',
  'answered_at',
  'ship_to',
  'carrier',
  'tracking_number',
  'shipped_at',
  'done_at',
  'ended_at',
  'ended_reason',
] as const

type Row = Omit<Selectable<WinnerTable>, 'state' | 'task'> & { state: State; task: Task | null }
/** A winner and the prize. */
export type Won = { row: Row; prize: DrawnEntry }

/** Undefined for an unknown id. @param isLocked locks the row until the transaction ends. */
export async function findWinner(ctx: DataContext, id: string, isLocked = false): Promise<Won | undefined> {
  if (!isUuid(id)) return undefined
  const row = await ctx.db
    .selectFrom('winner')
    .select(WINNER_COLUMNS)
    .where('id', '=', id)
    .$if(isLocked, query => query.forUpdate())
    .executeTakeFirst()
  const prize = row && (await readPrizes(ctx, [row])).get(id)
  return prize && { row: row as Row, prize }
}

/**
 * Whether the signed-in caller owns a prize. A prize of the address waits for the proof of the account's mailbox; until then only the link
 * of the e-mail can answer for it.
 */
export const isOwnPrize = (ctx: DataContext, { row, prize }: Won): boolean =>
  row.user_id !== null && row.user_id === ctx.actor?.userId && !prize.waitsForProof

/** The prizes of these winners, by the winner's id. */
export function readPrizes(ctx: DataContext, winners: readonly { id: string }[]) {
  const ids = winners.map(({ id }) => id)
  return readDrawnEntries(ctx, ids)
}

const LATEST = keyset(desc('drawn_at', 'timestamptz'), desc('giveaway_id', 'uuid'))

/** A page of giveaways with all winners of their drawn orders, latest draw first. */
export async function listWinners(ctx: Context, { state, ...page }: WinnersQuery) {
  const found = ctx.db
    .selectFrom('winner')
    .select('giveaway_id')
    .$if(state === undefined, query => query.where('place', '=', 1))
    .$if(state === 'nobody-left', query => query.where('task', '=', 'nobody-left'))
    .$if(state !== undefined && state !== 'nobody-left', query => query.where('state', '=', state!))
  const { shown, nextCursor } = await LATEST.read(found, page)
  const ids = shown.map(row => row.giveaway_id)
  return { giveaways: await listWinnersOfGiveaways(ctx, ids), nextCursor }
}

/** Winners of these giveaways, in the order of the ids. Undrawn giveaways are left out. */
export async function listWinnersOfGiveaways(ctx: Context, giveawayIds: readonly string[]): Promise<GiveawayWinners[]> {
  if (giveawayIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('winner')
    .select(WINNER_COLUMNS)
    .where('giveaway_id', 'in', [...giveawayIds])
    .orderBy('place')
    .execute()
  const prizes = await readPrizes(ctx, rows)
  const groups = Map.groupBy(rows, row => row.giveaway_id)
  return giveawayIds.flatMap(giveawayId => {
    const winners = groups.get(giveawayId)
    if (!winners) return []
    return [
      {
        giveawayId,
        giveaway: giveawayShown(prizes.get(winners[0]!.id)!),
        winners: winners.map(row => winnerShown({ row: row as Row, prize: prizes.get(row.id)! })),
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

export const winnerShown = ({ row, prize }: Won): Winner => ({
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
  state: row.state,
  notifiedAt: row.notified_at?.toISOString() ?? null,
  answerBy: row.answer_due_at?.toISOString() ?? null,
  shippedAt: row.shipped_at?.toISOString() ?? null,
  doneAt: row.done_at?.toISOString() ?? null,
  endedReason: row.ended_reason,
  task: row.task,
  taskDueAt: row.task_due_at?.toISOString() ?? null,
})

/** The papers requested from a winner. */
export async function listPapers(ctx: DataContext, winnerId: string): Promise<Paper[]> {
  const rows = await ctx.db
    .selectFrom('winner_paper')
    .select(['kind', 'status', 'status_at as statusAt'])
    .where('winner_id', '=', winnerId)
    .orderBy('kind', 'desc')
    .execute()
  return rows as Paper[]
}

/** One winner with staff fields. @throws winner_not_found */
export async function readWinner(ctx: Context, id: string): Promise<WinnerDetail> {
  const found = await findWinner(ctx, id)
  if (!found) throw refuse('winner_not_found')
  const { row, prize } = found
  const [papers, messages, notice, passes, noticeProof, isSilenced] = await Promise.all([
    listPapers(ctx, row.id),
    messagesOf(ctx, row.id),
    noticeOf(ctx, found),
    listPasses(ctx, row.id),
    findNoticeProof(ctx, row.id),
    row.state === 'notified' && findSilencedBy(ctx, found).then(by => by !== undefined),
  ])
  const isPassProposed = passes.some(({ decision }) => decision === null)
  const winner = winnerShown(found)
  return {
    ...winner,
    giveawayId: row.giveaway_id,
    giveaway: giveawayShown(prize),
    userId: row.user_id,
    phone: prize.phone,
    answeredAt: row.answered_at?.toISOString() ?? null,
    shipTo: row.ship_to as PrizeAddress | null,
    ...parcelOf(row),
    papers: papers.map(({ statusAt, ...paper }) => ({ ...paper, statusAt: statusAt.toISOString() })),
    notice,
    messages,
    actions: actionsOf({
      ...{ role: ctx.actor?.role ?? null, state: winner.state, task: winner.task },
      ...{ hasEmail: prize.email !== '', papers, isPassProposed },
    }),
    takesTwoPersons: prize.takesTwoPersons,
    whyTwoPersons: prize.takesTwoPersons ? 'value' : isSilenced ? 'silenced' : null,
    countedValue: toDollars(prize.countedCents),
    passes,
    noticeProof,
  }
}

/** Carrier and tracking number of a prize. */
export const parcelOf = (row: Row) => ({
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  trackingUrl: trackingUrlOf(row.carrier, row.tracking_number),
  shippedAt: row.shipped_at?.toISOString() ?? null,
})

async function noticeOf(ctx: Context, { row, prize }: Won): Promise<WinnerDetail['notice']> {
  const { notice_id: id } = row
  if (!id) return prize.isDisabled ? 'held' : 'none'
  const delivery = (await readDeliveries(ctx, [id])).get(id)
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

const BY_DUE = keyset(asc('task_due_at', 'timestamptz'), asc('id', 'uuid'))

/** A page of staff tasks for winners by due date, so that overdue tasks come first. */
export async function listTasks(ctx: Context, page: TasksQuery) {
  const now = ctx.now()
  const due = ctx.db
    .selectFrom('winner')
    .select(['id', 'giveaway_id', 'state', 'task', 'task_due_at'])
    .where('task', 'is not', null)
  const { shown, nextCursor } = await BY_DUE.read(due, page)
  const [prizes, open, overdue] = await Promise.all([
    readPrizes(ctx, shown),
    countTasks(ctx, null),
    countTasks(ctx, now),
  ])
  const tasks = shown.map(row => {
    const { title, name, slot } = prizes.get(row.id)!
    return {
      winnerId: row.id,
      giveawayId: row.giveaway_id,
      title,
      name,
      slotNumber: slot,
      state: row.state as WinnerTask['state'],
      task: row.task as WinnerTask['task'],
      dueAt: row.task_due_at!.toISOString(),
      isOverdue: row.task_due_at! <= now,
    }
  })
  return { tasks, open, overdue, nextCursor }
}

/** Counts tasks up to `TASK_COUNT_LIMIT`. @param dueBy counts only tasks due until this moment. */
async function countTasks(ctx: Context, dueBy: Date | null): Promise<number> {
  const { n } = await ctx.db
    .selectFrom(eb =>
      eb
        .selectFrom('winner')
        .select('id')
        .where('task', 'is not', null)
        .$if(dueBy !== null, query => query.where('task_due_at', '<=', dueBy!))
        .limit(TASK_COUNT_LIMIT)
        .as('tasks'),
    )
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
