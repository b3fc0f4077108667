import { hexOf, sha256Hex } from '@redoubt/draw/bytes.ts'
import { listHash, replay } from '@redoubt/draw/entries/replay.ts'
import { formatFreeze, formatIncident } from '@redoubt/draw/log/log-leaf.ts'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { readLogOrigin } from '#features/draw-log/log/queries/log-keys.server.ts'
import { openSeed } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { findCreateLeaf } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import { drainTree } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { closeRegister } from '#features/free-entry/cards/commands/tally-cards.server.ts'
import { roundFrom } from '#features/giveaways/giveaway/commands/round-from.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { BrokenSeal, UnknownSecret } from '#platform/secrets/seal.server.ts'
import { STAMP_FREEZES, TELL_FROZEN } from '../job-types.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

export type Freezing = {
  method: 'automatic' | 'random'
  isEarly: boolean
  reason: string | null
}

/** The round that decides, and its moment. */
export type Frozen = { round: number; drawsAt: Date }

/**
 * Freezes the list of a giveaway, once: the manifest names the tree, the list, the secret in clear and a round that is still to come.
 * The caller holds the giveaway's lock alone, has seen that it is not frozen, and has closed it.
 * @throws no_entries, other_beacon
 */
export async function freezeLocked(
  tx: TransactionContext,
  giveaway: { id: string; title: string },
  { method, isEarly, reason }: Freezing,
): Promise<Frozen> {
  const { id } = giveaway
  const now = tx.now()
  const { size, root, lines, createHash } = await drainTree(tx, id)
  const { create } = (await findCreateLeaf(tx, id))!
  const { chain } = tx.beacon
  if (create.beacon !== chain.chain) throw refuse('other_beacon')
  const { list, counts } = replay(lines, { giveaway: id, slots: create.slots, createHash })
  if (list.length === 0) throw refuse('no_entries')
  const seed = await seedOrVoid(tx, id, create.commitment)
  const { round, time } = await roundFrom(chain, await startOf(tx, id, create), create.gap)
  const manifest = formatFreeze({
    log: await readLogOrigin(tx),
    giveaway: id,
    create: createHash,
    tree: { size, root: hexOf(root) },
    list: { size: list.length, hash: listHash(id, list) },
    ...counts,
    commitment: create.commitment,
    seed,
    beacon: chain.chain,
    round,
    time,
    gap: create.gap,
    margin: create.margin,
  })
  if (seed === 'void') {
    const incident = { giveaway: id, at: +now, class: 'seed-lost', beacon: null, round: null, note: null }
    await appendToLog(tx, { kind: 'incident', giveawayId: id, text: formatIncident(incident) })
  }
  await closeRegister(tx, id)
  const logIndex = await appendToLog(tx, { kind: 'freeze', giveawayId: id, text: manifest })
  const drawsAt = new Date(time * 1000)
  await tx.db
    .insertInto('draw_freeze')
    .values({
      giveaway_id: id,
      slip: 0,
      manifest,
      log_index: logIndex,
      round,
      draws_at: drawsAt,
      frozen_at: now,
      method,
      is_early: isEarly,
      reason,
      frozen_by: tx.actor?.userId ?? null,
    })
    .execute()
  await writeAuditLog(tx, {
    action: 'froze the list',
    subject: { type: 'giveaway', id, label: giveaway.title },
    after: {
      entries: list.length,
      early: isEarly,
      round,
      drawsAt: drawsAt.toISOString(),
      manifest: sha256Hex(manifest),
    },
    ...(reason ? { reason } : {}),
  })
  await enqueue(tx, TELL_FROZEN, { giveawayId: id, after: '' })
  await enqueue(tx, STAMP_FREEZES, {})
  tx.onCommit(ctx => giveawayChanged(ctx, id))
  return { round, drawsAt }
}

/** The promised moment of the freeze decides the round. A freeze so late that the witnesses lack time counts from now. */
async function startOf(
  tx: TransactionContext,
  id: string,
  { gap, margin }: { gap: number; margin: number },
): Promise<Date> {
  const { freezes_at: promised } = await tx.db
    .selectFrom('giveaway')
    .select('freezes_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const now = tx.now()
  const latest = promised ? +promised + ((gap - margin) * 1000) / 2 : 0
  return promised && +now <= latest ? promised : now
}

/**
 * The secret in hex. A secret that is lost, or that is not the one of the commitment, counts as void: that is settled before the round
 * exists, so it helps no person, and the round alone decides. A secret sealed by an unknown AUTH_SECRET is not lost yet: the freeze waits.
 */
async function seedOrVoid(tx: TransactionContext, id: string, commitment: string): Promise<string> {
  try {
    const seed = await openSeed(tx, id)
    if (commitmentOf(id, seed) === commitment) return seed
    tx.log.error({ giveawayId: id }, 'the secret of a giveaway is not the committed one, and counts as void')
  } catch (error) {
    if (!(error instanceof BrokenSeal) || error instanceof UnknownSecret) throw error
    tx.log.error({ err: error, giveawayId: id }, 'the secret of a giveaway does not open, and counts as void')
  }
  return 'void'
}
