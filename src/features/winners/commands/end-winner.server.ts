import { type Context, within } from '#adapters/context.ts'
import { tellStaff } from '#adapters/realtime-topics.server.ts'
import { passedOn, passOn } from '#features/giveaways/commands/pass-on.server.ts'
import { drawnEntriesOf } from '#features/giveaways/queries/winners.server.ts'
import { type End, nobodyLeft, objectionTo, type State } from '../rules.ts'
import { type Locked, lockWinner, moveLocked } from './move-winner.server.ts'

type Ending = {
  as: End
  /** In words of staff or of the rules; it stands in the record of changes, which stays for good. */
  reason: string
  /** What the winner wrote, which goes with them: it stands with the winner in place of the reason, and in no record. */
  words?: string | undefined
  /** Where the winner must stand. */
  from: readonly State[]
  /** As it stands in the record of changes. */
  action: string
}

/**
 * Ends a winner and passes the prize on to the next of the drawn order, in one transaction. Whoever the order names and cannot have
 * it is ended at once, by the same rules; the first who can is told by a job.
 * @throws winner_not_found, winner_moved.
 */
export async function endWinner(ctx: Context, id: string, ending: Ending): Promise<void> {
  const giveawayId = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const locked = await lockWinner(inner, id)
    await endLocked(inner, locked, ending)
    return locked.row.giveaway_id
  })
  passedOn(ctx, giveawayId)
  tellStaff(ctx, 'winners')
}

/** The same in the caller's transaction; call `passedOn` after its commit. */
export async function endLocked(ctx: Context, locked: Locked, ending: Ending): Promise<void> {
  const { giveaway_id: giveawayId } = locked.row
  await moveLocked(ctx, locked, ending, async () => ({
    state: ending.as,
    ended_at: ctx.now(),
    ended_reason: ending.words || ending.reason,
    // Nobody sends anything there any more.
    ship_to: null,
  }))
  const next = await passOn(ctx, { giveawayId, place: locked.row.place })
  if (!next) return noteNobodyLeft(ctx, locked.row.id)
  await ctx.db
    .insertInto('winner')
    .values({
      id: next.entryId,
      giveaway_id: giveawayId,
      place: locked.row.place + 1,
      user_id: await namedOnce(ctx, giveawayId, next.userId),
      drawn_at: locked.row.drawn_at,
      selected_at: ctx.now(),
    })
    .execute()
  const heir = await lockWinner(ctx, next.entryId)
  if (await endIneligibleLocked(ctx, heir)) return
  await moveLocked(
    ctx,
    heir,
    { action: 'came up in the drawn order', from: ['drawn'], noted: { place: heir.row.place } },
    async () => ({}),
  )
  await ctx.jobs.enqueue(ctx.db, 'winner-drawn', { giveawayId })
}

/**
 * Ends whoever the order names and cannot have the prize, and passes it on. The first place is asked as every other: between their entry and
 * the draw people leave, begin to work here, or turn out to be too young. They stay in the list and in the order, so that everybody
 * can check both.
 * @returns whether they were ended. @throws winner_not_found
 */
export async function endIneligible(ctx: Context, id: string): Promise<boolean> {
  const ended = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const locked = await lockWinner(inner, id)
    const isUntold = locked.row.state === 'drawn' && locked.row.notice_id === null
    return isUntold && (await endIneligibleLocked(inner, locked)) ? locked.row.giveaway_id : null
  })
  if (!ended) return false
  passedOn(ctx, ended)
  tellStaff(ctx, 'winners')
  return true
}

async function endIneligibleLocked(ctx: Context, locked: Locked): Promise<boolean> {
  const objection = objectionTo(locked.prize, await placesBefore(ctx, locked), ctx.settings.minimumAge)
  if (!objection) return false
  await endLocked(ctx, locked, { as: 'disqualified', reason: objection, from: ['drawn'], action: 'disqualified' })
  return true
}

/**
 * Whose a place is, as the order names a person once. Two accounts that became one after the draw are two people in its list; the
 * later place is nobody's then, and its objection says so.
 */
async function namedOnce(ctx: Context, giveawayId: string, userId: string | null): Promise<string | null> {
  if (!userId) return null
  const before = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('giveaway_id', '=', giveawayId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return before ? null : userId
}

async function placesBefore(ctx: Context, { row }: Locked) {
  const before = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('giveaway_id', '=', row.giveaway_id)
    .where('place', '<', row.place)
    .execute()
  const people = await drawnEntriesOf(
    ctx,
    before.map(({ id }) => id),
  )
  // Of people who have left, the addresses are alike and say nothing.
  return [...people.values()].filter(({ hasLeft }) => !hasLeft)
}

async function noteNobodyLeft(ctx: Context, id: string): Promise<void> {
  const { task, dueAt } = nobodyLeft(ctx.now())
  await ctx.db.updateTable('winner').set({ task, task_due_at: dueAt }).where('id', '=', id).execute()
}
