import type { Selectable, Updateable } from 'kysely'
import { type DrawnEntry, drawnEntriesOf } from '#features/giveaways/draws/queries/winners.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import type { Winner as WinnerTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import { WINNER_ERRORS } from '../contract.ts'
import { papersOf } from '../queries/papers.server.ts'
import { type State, taskOf } from '../rules.ts'
import { STATE_WORDS } from '../state-words.ts'
import { WINNER_COLUMNS } from '../winner-columns.server.ts'

const refuse = refusals(WINNER_ERRORS)

type Row = Omit<Selectable<WinnerTable>, 'state'> & { state: State }
/** A winner whose row is locked until the transaction ends, and the prize. */
export type Locked = { row: Row; prize: DrawnEntry }

type Step = {
  /** The action name in the audit log. */
  action: string
  /** States from which the step is allowed. */
  from: readonly State[]
  /** The reason, written by staff or given by the rules. */
  reason?: string | undefined
  /** Additional values for the audit log. */
  noted?: Record<string, unknown>
}

/**
 * Runs one step of a winner in its own transaction. The row lock serializes the worker, staff and the winner; later callers find the winner
 * moved.
 * @param move writes the step's data and returns the changes to the winner's row.
 * @throws winner_not_found, winner_moved.
 */
export async function moveWinner(
  ctx: Context,
  id: string,
  step: Step,
  move: (tx: TransactionContext, locked: Locked) => Promise<Updateable<WinnerTable>>,
): Promise<void> {
  await transact(ctx, async tx => {
    await moveLocked(tx, await lockWinner(tx, id), step, move)
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

/** @throws winner_not_found */
export async function lockWinner(ctx: DataContext, id: string): Promise<Locked> {
  const row = await ctx.db
    .selectFrom('winner')
    .select(WINNER_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const prize = row && (await drawnEntriesOf(ctx, [id])).get(id)
  if (!row || !prize) throw refuse('winner_not_found')
  return { row: row as Row, prize }
}

/** `moveWinner` for a locked winner, without a signal to the staff's screens. */
export async function moveLocked(
  tx: TransactionContext,
  locked: Locked,
  step: Step,
  move: (tx: TransactionContext, locked: Locked) => Promise<Updateable<WinnerTable>>,
): Promise<void> {
  const { row } = locked
  if (!step.from.includes(row.state)) throw refuse('winner_moved', { state: STATE_WORDS[row.state] })
  const changed = await move(tx, locked)
  const next = { ...row, ...changed } as Row
  const due = taskOf({
    state: next.state,
    selectedAt: next.selected_at,
    answeredAt: next.answered_at,
    shippedAt: next.shipped_at,
    papers: await papersOf(tx, row.id),
  })
  const written = await tx.db
    .updateTable('winner')
    .set({ task: due?.task ?? null, task_due_at: due?.dueAt ?? null, ...changed })
    .where('id', '=', row.id)
    .executeTakeFirst()
  requireOneRow(written, `winner ${row.id}`)
  // A step without effect, such as a lost race, is not logged.
  if (Object.keys(changed).length > 0 || step.noted) await noteStep(tx, locked, step, next.state)
}

/** Writes the step to the audit log. */
const noteStep = (
  ctx: DataContext,
  { row, prize }: Locked,
  step: Pick<Step, 'action' | 'reason' | 'noted'>,
  state: State,
) =>
  writeAuditLog(ctx, {
    action: step.action,
    subject: { type: 'winner', id: row.id, label: `${prize.title}, slot ${prize.slot}` },
    // Without a new state, the audit log holds only the noted values.
    ...(state === row.state && !step.noted ? {} : { before: { state: row.state }, after: { state, ...step.noted } }),
    reason: step.reason,
  })
