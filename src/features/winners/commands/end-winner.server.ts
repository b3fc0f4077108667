import { promoteAlternate } from '#features/giveaways/draws/commands/promote-alternate.server.ts'
import { WINNER_DRAWN } from '#features/giveaways/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { prizesOf, type Won } from '../queries/winners.server.ts'
import { type End, FROM, nobodyLeft, objectionTo, type State } from '../rules.ts'
import { lockWinner, moveLocked } from './move-winner.server.ts'

type Ending = {
  as: End
  /** Written by staff or given by the rules. The audit log keeps the reason permanently. */
  reason: string
  /**
   * The winner's own text. It replaces the reason in the winner's row, is erased with the winner's data, and never enters the audit log.
   */
  words?: string | undefined
  /** States from which the step is allowed. */
  from: readonly State[]
  /** The action name in the audit log. */
  action: string
}

/**
 * Ends a winner and promotes the next alternate, in one transaction. Ineligible alternates are ended at once by the rules. A job notifies
 * the first eligible alternate.
 * @throws winner_not_found, winner_moved.
 */
export async function endWinner(ctx: Context, id: string, ending: Ending): Promise<void> {
  await transact(ctx, async tx => {
    await endLocked(tx, await lockWinner(tx, id), ending)
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

/** Staff end a winner and promote the next alternate. @throws winner_not_found, winner_moved. */
export const promoteByStaff = (ctx: Context, id: string, ending: { as: End; reason: string }): Promise<void> =>
  endWinner(ctx, id, { ...ending, from: FROM['pass-on'], action: 'passed the prize on' })

/** Ends a locked winner, without a signal to the staff's screens. */
export async function endLocked(tx: TransactionContext, locked: Won, ending: Ending): Promise<void> {
  const { giveaway_id: giveawayId } = locked.row
  await moveLocked(tx, locked, ending, async () => ({
    state: ending.as,
    ended_at: tx.now(),
    ended_reason: ending.words || ending.reason,
    // The address is no longer needed.
    ship_to: null,
  }))
  const next = await promoteAlternate(tx, { giveawayId, place: locked.row.place })
  if (!next) return noteNobodyLeft(tx, locked.row.id)
  await tx.db
    .insertInto('winner')
    .values({
      id: next.entryId,
      giveaway_id: giveawayId,
      place: locked.row.place + 1,
      user_id: await namedOnce(tx, giveawayId, next.userId),
      drawn_at: locked.row.drawn_at,
      selected_at: tx.now(),
    })
    .execute()
  const heir = await lockWinner(tx, next.entryId)
  if (await endIneligibleLocked(tx, heir)) return
  await moveLocked(
    tx,
    heir,
    { action: 'came up in the drawn order', from: ['drawn'], noted: { place: heir.row.place } },
    async () => ({}),
  )
  await enqueue(tx, WINNER_DRAWN, { giveawayId })
}

/**
 * Ends an ineligible winner and promotes the next alternate. The first place is checked too, because between entry and draw a person can
 * delete the account, join the staff, or turn out to be too young. Ended winners stay in the list and in the order, so that both can be
 * checked.
 * @returns whether the winner was ended. @throws winner_not_found
 */
export function endIneligible(ctx: Context, id: string): Promise<boolean> {
  return transact(ctx, async tx => {
    const locked = await lockWinner(tx, id)
    const isUntold = locked.row.state === 'drawn' && locked.row.notice_id === null
    if (!isUntold || !(await endIneligibleLocked(tx, locked))) return false
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
    return true
  })
}

async function endIneligibleLocked(tx: TransactionContext, locked: Won): Promise<boolean> {
  const objection = objectionTo(locked.prize, await placesBefore(tx, locked), tx.settings.minimumAge)
  if (!objection) return false
  await endLocked(tx, locked, { as: 'disqualified', reason: objection, from: ['drawn'], action: 'disqualified' })
  return true
}

/**
 * The user of a place, named at most once per giveaway. Two accounts merged after the draw count as two people in its list. The later place
 * then has no user, and its objection says so.
 */
async function namedOnce(ctx: DataContext, giveawayId: string, userId: string | null): Promise<string | null> {
  if (!userId) return null
  const before = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('giveaway_id', '=', giveawayId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return before ? null : userId
}

async function placesBefore(ctx: DataContext, { row }: Won) {
  const before = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('giveaway_id', '=', row.giveaway_id)
    .where('place', '<', row.place)
    .execute()
  const people = await prizesOf(ctx, before)
  // Deleted accounts share a placeholder address, so their addresses cannot be compared.
  return [...people.values()].filter(({ hasLeft }) => !hasLeft)
}

async function noteNobodyLeft(ctx: DataContext, id: string): Promise<void> {
  const { task, dueAt } = nobodyLeft(ctx.now())
  await ctx.db.updateTable('winner').set({ task, task_due_at: dueAt }).where('id', '=', id).execute()
}
