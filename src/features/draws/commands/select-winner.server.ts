import { z } from 'zod'
import { lockTree } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { takeOutIneligible } from '#features/giveaways/entries/commands/ineligible-entrants.server.ts'
import { fixFreeze } from '#features/giveaways/giveaway/commands/fix-freeze.server.ts'
import {
  closedAtOf,
  type LockedGiveaway,
  lockedGiveaway,
  lockedUnfrozen,
  subjectOf,
} from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { mustPropose } from '#features/giveaways/two-persons/commands/must-propose.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { findFirstWinner } from '../queries/winners.server.ts'
import { drawByRound } from './draw-by-round.server.ts'
import { type Frozen, freezeLocked } from './freeze-giveaway.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Input = {
  giveawayId: string
  method: 'automatic' | 'random'
  /** Required before the date of the freeze. The title is typed to confirm the right giveaway. */
  title?: string | undefined
  reason?: string | undefined
}

export type Selected = { winner: { slot: number; email: string } } | { frozen: Frozen } | { proposed: Proposed }

/** Seals the list of a giveaway that takes two persons before its date: later entrants are shut out. The worker draws by the round. */
export const DRAW_EARLY = defineProposalKind({
  name: 'draw_early',
  title: 'Seal the list early, and draw',
  input: z.strictObject({ method: z.enum(['automatic', 'random']) }),
  rights: ['giveaways.draw'],
  voidAfter: ['giveaway_not_found', 'giveaway_cancelled', 'already_drawn', 'already_frozen'],
  async execute(tx, { subject, input, reason }) {
    await lockedUnfrozen(tx, subject.id)
    await freezeOnce(tx, { giveawayId: subject.id, ...input, reason }, true)
  },
})

/**
 * Closes a giveaway, freezes its list at once, and answers the round that will decide; asked again, the same round, and the winner once the
 * round is there. Before the date of the freeze it needs the typed title and a public reason, and is a proposal in a giveaway that takes two
 * persons.
 * @throws no_entries, title_mismatch, reason_needed, giveaway_cancelled, other_beacon, evidence_altered.
 */
export async function selectWinner(ctx: Context, input: Input): Promise<Selected> {
  const { giveawayId } = input
  const frozen = await transact(ctx, tx => freezeOnce(tx, input))
  if (frozen && 'proposal' in frozen) return { proposed: frozen }
  if (frozen && frozen.drawsAt <= ctx.now()) await drawShared(ctx, giveawayId)
  const winner = await findFirstWinner(ctx, giveawayId)
  return winner ? { winner } : { frozen: frozen! }
}

const running = new Map<string, Promise<boolean>>()

/** Callers of this process share one computation, because the check of the evidence takes a quarter of a second. */
function drawShared(ctx: Context, giveawayId: string): Promise<boolean> {
  const drawing = running.get(giveawayId) ?? drawByRound(ctx, giveawayId).finally(() => void running.delete(giveawayId))
  running.set(giveawayId, drawing)
  return drawing
}

/** Null for a drawn giveaway. @param isTyped the first person typed the title. */
async function freezeOnce(tx: TransactionContext, input: Input, isTyped = false): Promise<Frozen | Proposed | null> {
  const { giveawayId, method } = input
  const giveaway = await lockedGiveaway(tx, giveawayId)
  if (giveaway.drawn_at) return null
  const before = await lastFreezeOf(tx, giveawayId)
  if (before) return before
  if (giveaway.closed_reason === 'cancelled') throw refuse('giveaway_cancelled')
  const now = tx.now()
  const isEarly = !giveaway.freezes_at || giveaway.freezes_at > now
  const reason = input.reason?.trim()
  if (isEarly && !isTyped && input.title?.trim() !== giveaway.title) throw refuse('title_mismatch')
  if (isEarly && !reason) throw refuse('reason_needed')
  if (!giveaway.published_at) throw refuse('no_entries')
  if (isEarly && (await mustPropose(tx, giveaway)))
    return propose(tx, DRAW_EARLY, { subject: subjectOf(giveaway), people: [], input: { method }, reason })
  await takeOutIneligible(tx, giveawayId)
  await lockTree(tx, giveawayId)
  const closedAt = await closeNow(tx, giveaway)
  if (isEarly) await fixFreeze(tx, { id: giveawayId, closedAt }, now)
  return freezeLocked(tx, giveaway, { method, isEarly, reason: reason || null })
}

/** Closes a giveaway: at its end if that has passed, otherwise now and by the caller. @returns when it closed. */
async function closeNow(tx: TransactionContext, giveaway: LockedGiveaway): Promise<Date> {
  if (giveaway.closed_at) return giveaway.closed_at
  const endedAt = closedAtOf(giveaway, tx.now())
  const closed = await tx.db
    .updateTable('giveaway')
    .set(
      endedAt
        ? { closed_at: endedAt, closed_reason: 'ended' }
        : { closed_at: tx.now(), closed_reason: 'drawn_early', closed_by: tx.actor?.userId ?? null },
    )
    .where('id', '=', giveaway.id)
    .executeTakeFirst()
  requireOneRow(closed, `giveaway ${giveaway.id}`)
  return endedAt ?? tx.now()
}

/** The latest freeze: after a slip, another round decides. */
async function lastFreezeOf(ctx: DataContext, giveawayId: string): Promise<Frozen | undefined> {
  const row = await ctx.db
    .selectFrom('draw_freeze')
    .select(['round', 'draws_at'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('slip', 'desc')
    .executeTakeFirst()
  return row && { round: row.round, drawsAt: row.draws_at }
}
