import { createHash } from 'node:crypto'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { type Create, formatChange, formatCreate, parseCreate } from '@redoubt/draw/log/log-leaf.ts'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { readHashInForce } from '#features/legal/queries.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { appendToLog } from '../../log/commands/append-to-log.server.ts'
import { findNewestLeaf } from '../../log/log-tree.server.ts'
import { storeCurrentPolicy } from '../../log/queries/policies.server.ts'
import { entryLimitOf, gapSecondsOf } from '../../rules.ts'
import { openSeed } from './giveaway-seeds.server.ts'

/** The newest create leaf of a giveaway. `hash` is the SHA-256 of its text, which the entry tree and the manifest name. */
export type CreateLeaf = { index: number; text: string; hash: string; create: Create }

export async function findCreateLeaf(ctx: DataContext, giveawayId: string): Promise<CreateLeaf | undefined> {
  const row = await findNewestLeaf(ctx, giveawayId, 'create')
  return row && leafOf(row.index, row.leaf)
}

const leafOf = (index: number, text: string): CreateLeaf => ({
  index,
  text,
  hash: sha256Hex(text),
  create: parseCreate(text),
})

/**
 * Logs the terms of a giveaway: when it is published, and again when they change before the first entry. Equal terms are logged once.
 * The commitment stays the one of the first create leaf.
 * @returns the newest create leaf.
 */
export async function logCreated(tx: TransactionContext, giveawayId: string): Promise<CreateLeaf> {
  const before = await findCreateLeaf(tx, giveawayId)
  const create = await termsOf(tx, giveawayId, before?.create)
  const isSame = before && formatCreate({ ...create, at: before.create.at }) === before.text
  if (isSame) return before
  const text = formatCreate(create)
  return leafOf(await appendToLog(tx, { kind: 'create', giveawayId, text }), text)
}

async function termsOf(tx: TransactionContext, giveawayId: string, before: Create | undefined): Promise<Create> {
  const giveaway = await tx.db
    .selectFrom('giveaway')
    .select(['tier', 'total_slots', 'entry_limit', 'starts_at', 'ends_at', 'commitment'])
    .select(['value_cents', 'highest_value_cents'])
    .where('id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  const { draw, mailInHours } = tx.settings
  return {
    giveaway: giveawayId,
    at: +tx.now(),
    slots: giveaway.total_slots,
    limit: entryLimitOf({ tier: giveaway.tier as Tier, entryLimit: giveaway.entry_limit }),
    start: +giveaway.starts_at,
    end: giveaway.ends_at && +giveaway.ends_at,
    mail: mailInHours,
    rules: (await readHashInForce(tx, 'sweepstakes')) ?? sha256Hex(''),
    commitment: before?.commitment ?? (await commitmentTo(tx, giveawayId, giveaway.commitment)),
    beacon: tx.beacon.chain.chain,
    gap: gapSecondsOf(draw, giveaway),
    margin: draw.marginSeconds,
    policy: (await storeCurrentPolicy(tx)).hash,
  }
}

/** The commitment of the first create leaf. 0.9.0 committed to the seed alone, without the giveaway. */
async function commitmentTo(tx: TransactionContext, giveawayId: string, stored: string): Promise<string> {
  const seed = await openSeed(tx, giveawayId)
  const commitment = commitmentOf(giveawayId, seed)
  if (stored === commitment) return commitment
  if (stored !== createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'))
    throw new Error(`The seed of giveaway ${giveawayId} is not the one that was committed to.`)
  const { db } = tx
  const changed = await db.updateTable('giveaway').set({ commitment }).where('id', '=', giveawayId).executeTakeFirst()
  requireOneRow(changed, `giveaway ${giveawayId}`)
  return commitment
}

/** Logs that the end of a giveaway with entries changed: hashes of the moment in milliseconds, or of `none`. */
export async function logChangedEnd(
  tx: TransactionContext,
  giveawayId: string,
  { before, after }: { before: Date | null; after: Date | null },
): Promise<void> {
  const hashOf = (end: Date | null) => sha256Hex(end ? String(+end) : 'none')
  const text = formatChange({
    giveaway: giveawayId,
    at: +tx.now(),
    field: 'end',
    before: hashOf(before),
    after: hashOf(after),
  })
  await appendToLog(tx, { kind: 'change', giveawayId, text })
}
