import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { formatDrawn, PLACES_OF_LEAF } from '@redoubt/draw/log/log-leaf.ts'
import { sql } from 'kysely'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import { notifyByOf } from '#features/giveaways/giveaway/rules.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { BeaconRound } from '#kernel/ports/beacon.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { WINNER_DRAWN } from '../job-types.server.ts'
import { readBundle } from '../queries/bundle.server.ts'
import { checkRowsOfList, type DrawRow } from '../queries/evidence.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

export const ALGORITHM = 'redoubt-draw-2'

/**
 * Draws a frozen giveaway once, by the round of its decisive freeze. The round's signature and the whole evidence are verified first,
 * by the verifier that every browser has; the giveaway's rows must still be those of the list.
 * @param handedIn a round from elsewhere, for an hour without relays.
 * @returns whether the winner was drawn now. False: drawn already, or still waiting for witnesses or the round.
 * @throws round_refused for a wrong round that was handed in; evidence_altered.
 */
export async function drawByRound(ctx: Context, giveawayId: string, handedIn?: BeaconRound): Promise<boolean> {
  const freeze = await decisiveFreeze(ctx, giveawayId)
  if (!freeze) return false
  const round = await verifiedRound(ctx, freeze, handedIn)
  if (!round) return false
  const bundle = await readBundle(ctx, giveawayId, { isDrawnLeft: true })
  // The verifier brings BLS along, which only draws need.
  const { verifyBundle } = await import('@redoubt/draw/verify.ts')
  const verdict = await runCostly(ctx, 'proofs', async () => verifyBundle(bundle, { signature: round.signature }))
  const fault = verdict.steps.find(step => !step.ok)
  if (fault || !verdict.places) throw refuse('evidence_altered', { fault: fault?.sentence ?? '' })
  const { places } = verdict
  return transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(tx.db)
    if (await isDrawn(tx, giveawayId)) return false
    const { rows, fault } = await checkRowsOfList(tx, giveawayId, bundle)
    if (fault) throw refuse('evidence_altered', { fault })
    const winner = rows.find(({ slot }) => slot === places[0])!
    await record(tx, { giveawayId, freeze, signature: round.signature, places, winner })
    return true
  })
}

type Decisive = NonNullable<Awaited<ReturnType<typeof decisiveFreeze>>>

const decisiveFreeze = (ctx: DataContext, giveawayId: string) =>
  ctx.db
    .selectFrom('freeze_quorum as q')
    .innerJoin('draw_freeze as f', join =>
      join.onRef('f.giveaway_id', '=', 'q.giveaway_id').onRef('f.slip', '=', 'q.slip'),
    )
    .select(['f.manifest', 'f.round', 'f.draws_at', 'f.method', 'f.is_early', 'f.reason', 'f.frozen_by'])
    .where('q.giveaway_id', '=', giveawayId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('draw as d').whereRef('d.giveaway_id', '=', 'q.giveaway_id'))),
    )
    .executeTakeFirst()

/** The freeze's round with a valid signature; null while no relay has it. A relay that lies counts as one that is away. */
async function verifiedRound(ctx: Context, freeze: Decisive, handedIn?: BeaconRound): Promise<BeaconRound | null> {
  const { beacon } = ctx
  const number = freeze.round
  const round = handedIn ?? (freeze.draws_at <= ctx.now() ? await beacon.round(number) : null)
  if (!round) return null
  const { verifyRound } = await import('@redoubt/draw/round/beacon.ts')
  if (round.round === number && verifyRound(beacon.chain, number, round.signature)) return round
  if (handedIn) throw refuse('round_refused', { round: number })
  ctx.log.error({ round: number, answer: round }, 'a relay answered with a round that does not verify')
  return null
}

const isDrawn = async (ctx: DataContext, giveawayId: string) =>
  (await ctx.db.selectFrom('draw').select('giveaway_id').where('giveaway_id', '=', giveawayId).executeTakeFirst()) !==
  undefined

type Result = { giveawayId: string; freeze: Decisive; signature: string; places: readonly number[]; winner: DrawRow }

async function record(tx: TransactionContext, { giveawayId, freeze, signature, places, winner }: Result) {
  const now = tx.now()
  const manifestHash = sha256Hex(freeze.manifest)
  const round = freeze.round
  const text = formatDrawn({
    giveaway: giveawayId,
    manifest: manifestHash,
    round,
    signature,
    places: places.slice(0, PLACES_OF_LEAF),
  })
  const logIndex = await appendToLog(tx, { kind: 'drawn', giveawayId, text })
  const { title } = await tx.db
    .selectFrom('giveaway')
    .select('title')
    .where('id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('draw')
    .values({
      giveaway_id: giveawayId,
      drawn_at: now,
      drawn_by: freeze.frozen_by,
      drawn_by_role: freeze.frozen_by ? 'admin' : 'system',
      method: freeze.method,
      is_early: freeze.is_early,
      reason: freeze.reason,
      algorithm: ALGORITHM,
      manifest_hash: manifestHash,
      round,
      signature,
      log_index: logIndex,
      places: [...places],
      winner_slot: winner.slot,
      winner_entry_id: winner.id,
      notify_by: notifyByOf(now),
    })
    .execute()
  await writeAuditLog(tx, {
    action: 'drew the winner',
    subject: { type: 'giveaway', id: giveawayId, label: title },
    after: { slotNumber: winner.slot, round, method: freeze.method, early: freeze.is_early, manifest: manifestHash },
    ...(freeze.reason ? { reason: freeze.reason } : {}),
  })
  // Giveaways must not depend on winners, so a job of that feature notifies the winner.
  await enqueue(tx, WINNER_DRAWN, { giveawayId })
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
}
