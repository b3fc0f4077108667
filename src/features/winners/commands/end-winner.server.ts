import { passToAlternate } from '#features/draws/commands/pass-to-alternate.server.ts'
import { WINNER_DRAWN } from '#features/draws/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { WINNER_ERRORS } from '../contract.ts'
import { findOpenPass, isObjectionRefused } from '../queries/passes.server.ts'
import { findSilencedBy } from '../queries/silenced.server.ts'
import { readPrizes, type Won } from '../queries/winners.server.ts'
import { FROM, nobodyLeft, objectionTo, type State } from '../rules.ts'
import { keepNotice } from './keep-notice.server.ts'
import { lockWinner, moveLocked } from './move-winner.server.ts'
import { type Passing, proposePass } from './propose-pass.server.ts'

const refuse = refusals(WINNER_ERRORS)

type Ending = Passing & {
  /**
   * The winner's own text. It replaces the reason in the winner's row, is erased with the winner's data, and never enters the audit log,
   * which keeps the reason permanently.
   */
  words?: string | undefined
  /** States from which the step is allowed. */
  from: readonly State[]
  /** The action name in the audit log, and additional values for it. */
  action: string
  noted?: Record<string, unknown>
  /** The caller tells the winner at the end of its transaction. */
  isToldLater?: boolean | undefined
}

/**
 * Ends a winner and passes the prize on to the next alternate, in one transaction. Ineligible alternates are ended at once by the rules. A job notifies
 * the first eligible alternate.
 * @throws winner_not_found, winner_moved.
 */
export async function endWinner(ctx: Context, id: string, ending: Ending): Promise<void> {
  await transact(ctx, async tx => {
    await endLocked(tx, await lockWinner(tx, id), ending)
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

/**
 * Staff end a winner and pass the prize on. A prize of a large value takes a second person: this is a proposal then.
 * A member of staff whose act may be why the winner is silent proposes too. A proposal that waits is decided, and not passed by.
 * @throws winner_not_found, winner_moved, pass_proposed.
 */
export async function passOnByStaff(ctx: Context, id: string, passing: Passing): Promise<void> {
  await transact(ctx, async tx => {
    const locked = await lockWinner(tx, id)
    const by = tx.actor!.userId
    if (await findOpenPass(tx, id)) throw refuse('pass_proposed')
    const isOwnSilence = locked.row.state === 'notified' && (await findSilencedBy(tx, locked)) === by
    if (locked.prize.takesTwoPersons || isOwnSilence) await proposePass(tx, locked, { ...passing, by })
    else await endLocked(tx, locked, { ...passing, from: FROM['pass-on'], action: 'passed the prize on' })
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

/**
 * Ends a silent winner by the rules. For a prize of a large value, a member of staff confirms it. A winner who may be silent by an act of
 * a member of staff is not ended without another one, at any value.
 * @throws winner_moved
 */
export async function endSilent(ctx: Context, id: string, reason: string): Promise<void> {
  await transact(ctx, async tx => {
    const ending: Ending = { as: 'forfeited', reasonClass: 'no_reply', reason, from: ['notified'], action: 'forfeited' }
    const locked = await lockWinner(tx, id)
    // Another process was first, and a person decides.
    if (await findOpenPass(tx, id)) return
    const by = await findSilencedBy(tx, locked)
    if (by) await proposePass(tx, locked, { ...ending, reason: `${reason} ${SILENCED}`, by })
    else await endByRules(tx, locked, ending)
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

const SILENCED = 'An act of staff may be why, so another person decides.'

const endByRules = (tx: TransactionContext, locked: Won, ending: Ending): Promise<void> =>
  locked.prize.takesTwoPersons ? proposePass(tx, locked, { ...ending, by: null }) : endLocked(tx, locked, ending)

/** Ends a locked winner, without a signal to the staff's screens. */
export async function endLocked(tx: TransactionContext, locked: Won, ending: Ending): Promise<void> {
  const { giveaway_id: giveawayId } = locked.row
  const { reasonClass } = ending
  const step = { ...ending, noted: { ...ending.noted, reasonClass } }
  await moveLocked(tx, locked, step, async () => ({
    state: ending.as,
    ended_at: tx.now(),
    ended_reason: ending.words || ending.reason,
    // The address is no longer needed.
    ship_to: null,
  }))
  const noticeHash = await keepNotice(tx, locked)
  const next = await passToAlternate(tx, { giveawayId, place: locked.row.place, reasonClass, noticeHash })
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
 * Ends an ineligible winner and passes the prize on. The first place is checked too, because between entry and draw a person can
 * delete the account, join the staff, or turn out to be too young. Ended winners stay in the list and in the order, so that both can be
 * checked. For a prize of a large value, a member of staff confirms it, and the winner gets no notice until then.
 * @returns whether the winner is ineligible. @throws winner_not_found
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
  if (!objection || (await isObjectionRefused(tx, locked.row.id, objection.reasonClass))) return false
  await endByRules(tx, locked, { as: 'disqualified', ...objection, from: ['drawn'], action: 'disqualified' })
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
  return [...(await readPrizes(ctx, before)).values()]
}

async function noteNobodyLeft(ctx: DataContext, id: string): Promise<void> {
  const { task, dueAt } = nobodyLeft(ctx.now())
  await ctx.db.updateTable('winner').set({ task, task_due_at: dueAt }).where('id', '=', id).execute()
}
