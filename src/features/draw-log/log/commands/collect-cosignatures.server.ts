import { cosignedAt } from '@redoubt/draw/log/checkpoint.ts'
import { parseNote, parseSignatureLine, parseVerifierKey } from '@redoubt/draw/log/note.ts'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { type CosignAnswer, type Witness, WitnessFailed } from '#kernel/ports/witness.ts'
import { LOG_TREE } from '../log-tree.server.ts'
import { readSigner } from '../queries/log-keys.server.ts'
import { writeCosignature } from '../stored-cosignatures.server.ts'
import { readConsistency } from '../stored-tree.server.ts'

/** Of an integer in the database. */
const MAX_SIZE = 2_147_483_647

type Signed = { size: number; note: string }

/** Sends the newest checkpoint to each witness that has not cosigned it yet, and stores each cosignature as it comes. */
export async function collectCosignatures(ctx: Context): Promise<void> {
  const newest = await ctx.db
    .selectFrom('log_checkpoint')
    .select(['size', 'note'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  const known = await lastSizes(ctx)
  const missing = ctx.witnesses.filter(witness => known.get(witness.name) !== newest.size)
  await Promise.all(missing.map(witness => cosign(ctx, witness, newest, known.get(witness.name) ?? 0)))
}

/** The size that each witness last cosigned, as far as the shop knows. */
async function lastSizes(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('cosignature')
    .select(eb => ['witness', eb.fn.max<number>('size').as('size')])
    .groupBy('witness')
    .execute()
  return new Map(rows.map(row => [row.witness, row.size]))
}

/** A witness that does not answer is asked again with the next call. */
async function cosign(ctx: Context, witness: Witness, signed: Signed, oldSize: number): Promise<void> {
  try {
    const answer = await ask(ctx, witness, signed, oldSize)
    // The witness may know a newer size than the shop, which lost the answer or asked in two processes.
    const last =
      'conflict' in answer && answer.conflict <= signed.size ? await ask(ctx, witness, signed, answer.conflict) : answer
    if ('line' in last) await store(ctx, witness, signed, last.line)
    else await recordConflict(ctx, witness, last.conflict)
  } catch (error) {
    if (!(error instanceof WitnessFailed)) throw error
    if (error.fault === 'inconsistent') await recordConflict(ctx, witness, null)
    else ctx.log.warn({ err: error, witness: witness.name }, 'a witness did not cosign the log')
  }
}

async function ask(ctx: Context, witness: Witness, { size, note }: Signed, oldSize: number): Promise<CosignAnswer> {
  const { vkey: logVkey } = await readSigner(ctx, 'log')
  const proof = await readConsistency(ctx, LOG_TREE, { oldSize, size })
  return witness.cosign({ oldSize, proof, checkpoint: note, logVkey })
}

async function store(ctx: Context, witness: Witness, { size, note }: Signed, line: string): Promise<void> {
  const seconds = cosignedAt(parseNote(note).body, parseVerifierKey(witness.vkey), parseSignatureLine(line))
  if (seconds === null) throw new WitnessFailed('invalid', `The witness ${witness.name} answered no valid cosignature.`)
  await writeCosignature(ctx, size, witness.vkey, line)
  await ctx.db
    .insertInto('cosignature')
    .values({ size, witness: witness.name, line, signed_at: new Date(seconds * 1000) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Records that a witness knows a longer or another history. From then on the shop signs nothing (publishLog), so that there is never a
 * second history with its signature.
 */
async function recordConflict(ctx: Context, witness: Witness, knownSize: number | null): Promise<void> {
  const { size } = await ctx.db.selectFrom('shop_log_tree').select('size').executeTakeFirstOrThrow()
  // Another process has published a newer size since.
  if (knownSize !== null && knownSize <= size) return
  const { numInsertedOrUpdatedRows: isNew } = await ctx.db
    .insertInto('log_conflict')
    .values({ witness: witness.name, known_size: knownSize, seen_at: ctx.now() })
    // Another history outweighs a longer one, which the log may reach.
    .onConflict(conflict =>
      conflict
        .column('witness')
        .doUpdateSet({ known_size: knownSize, seen_at: ctx.now() })
        .where(sql<boolean>`log_conflict.known_size < coalesce(excluded.known_size, ${MAX_SIZE})`),
    )
    .executeTakeFirstOrThrow()
  if (isNew)
    ctx.log.error({ witness: witness.name, knownSize, size }, 'INCIDENT: a witness knows another history of the log')
}
