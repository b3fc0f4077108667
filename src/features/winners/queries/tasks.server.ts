import { drawnEntriesOf } from '#features/giveaways/draws/queries/winners.server.ts'
import { asc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { TasksQuery, WinnerTask } from '../contract.ts'
import { TASK_COUNT_LIMIT } from '../rules.ts'

const BY_DUE = keyset(asc('task_due_at', 'timestamptz'), asc('id', 'uuid'))

/** A page of staff tasks for winners by due date, so that overdue tasks come first. */
export async function listTasks(ctx: Context, { cursor, limit }: TasksQuery) {
  const now = ctx.now()
  const rows = await ctx.db
    .selectFrom('winner')
    .select(['id', 'giveaway_id', 'state', 'task', 'task_due_at'])
    .select(BY_DUE.sortKey)
    .where('task', 'is not', null)
    .where(BY_DUE.after(cursor))
    .orderBy(BY_DUE.by)
    .limit(limit + 1)
    .execute()
  const { shown, nextCursor } = BY_DUE.page(rows, limit)
  const [prizes, open, overdue] = await Promise.all([
    drawnEntriesOf(
      ctx,
      shown.map(({ id }) => id),
    ),
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
      isOverdue: row.task_due_at! < now,
    }
  })
  return { tasks, open, overdue, nextCursor }
}

/** Counts tasks up to `TASK_COUNT_LIMIT`. @param dueBefore counts only tasks due before this moment. */
async function countTasks(ctx: Context, dueBefore: Date | null): Promise<number> {
  const { n } = await ctx.db
    .selectFrom(eb =>
      eb
        .selectFrom('winner')
        .select('id')
        .where('task', 'is not', null)
        .$if(dueBefore !== null, query => query.where('task_due_at', '<', dueBefore!))
        .limit(TASK_COUNT_LIMIT)
        .as('tasks'),
    )
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
