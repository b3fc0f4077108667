import { type LiveEntries, listLiveEntries } from '#features/giveaways/entries/queries/live-entries.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { refusals } from '#platform/errors.ts'
import { WINNER_ERRORS } from '../contract.ts'
import { FROM, type State } from '../rules.ts'
import { readPrizes } from './winners.server.ts'

const refuse = refusals(WINNER_ERRORS)

/** States in which the prize can still pass on. */
const OPEN = FROM['pass-on']
/** Open states in which the winner's answer is awaited. */
export const UNANSWERED = ['drawn', 'notified'] as const satisfies readonly State[]

/** Ids of the person's winner rows, ascending, because the rows are locked in this order. Includes free entries from before the account existed. */
export async function listWinnerIds(ctx: DataContext, { userId, email }: DataSubject): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select(['id', 'user_id'])
    .where(eb => eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]))
    .orderBy('id')
    .execute()
  if (email === null) return ownWinnerIds(ctx, rows)
  const withoutUser = rows.filter(row => row.user_id === null)
  const byMail = await readPrizes(ctx, withoutUser)
  return rows
    .filter(({ id, user_id: owner }) => owner !== null || byMail.get(id)?.email.toLowerCase() === email)
    .map(({ id }) => id)
}

/** Prizes of entries that the account made itself, when its mailbox is unproven. */
async function ownWinnerIds(ctx: DataContext, rows: readonly { id: string; user_id: string | null }[]) {
  const own = rows.filter(row => row.user_id !== null)
  const prizes = await readPrizes(ctx, own)
  return own.map(({ id }) => id).filter(id => !prizes.get(id)?.isPrivate)
}

/**
 * Refuses an act of staff on a person whose prize is open, because it would pass the prize on or move it.
 * @throws open_prize
 */
export async function requireNoOpenPrize(
  ctx: DataContext,
  person: DataSubject,
  states: readonly State[] = OPEN,
): Promise<void> {
  const [id] = await listOpenPrizes(ctx, person, states)
  if (id) throw await readOpenPrizeRefusal(ctx, id)
}

/** The refusal that names an open prize. */
export async function readOpenPrizeRefusal(ctx: DataContext, id: string) {
  return refuse('open_prize', { prize: (await readPrizes(ctx, [{ id }])).get(id)!.title, winnerId: id })
}

/** Ids of the person's winner rows in these states. */
export async function listOpenPrizes(
  ctx: DataContext,
  person: DataSubject,
  states: readonly State[] = OPEN,
): Promise<string[]> {
  const ids = await listWinnerIds(ctx, person)
  const rows = await ctx.db
    .selectFrom('winner')
    .select('id')
    // Each prize that names the account counts, also one of an entry by mail that an unproven account does not own.
    .where(eb => eb.or([eb('user_id', '=', person.userId), eb('id', '=', eb.fn.any(eb.val(ids)))]))
    .where('state', 'in', [...states])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A person's live entries in giveaways that are not decided: the list is open or sealed, or the prize of the draw can still pass on, and
 * this person can be the next alternate.
 */
export async function listUndecidedEntries(ctx: DataContext, person: DataSubject): Promise<LiveEntries[]> {
  const live = await listLiveEntries(ctx, person)
  const drawn = live.filter(({ stage }) => stage === 'drawn').map(({ giveawayId }) => giveawayId)
  if (drawn.length === 0) return live
  const rows = await ctx.db
    .selectFrom('winner')
    .select('giveaway_id as id')
    .where('giveaway_id', 'in', drawn)
    .where('state', 'in', [...OPEN])
    .execute()
  const undecided = new Set(rows.map(({ id }) => id))
  return live.filter(({ stage, giveawayId }) => stage !== 'drawn' || undecided.has(giveawayId))
}
