import { textOf, utf8 } from '@redoubt/draw/bytes.ts'
import { type Checkpoint, cosignedAt, formatCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { parseSignatureLine, parseVerifierKey, signNote, type VerifierKey } from '@redoubt/draw/log/note.ts'
import { parsePolicy } from '@redoubt/draw/log/policy.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Storage } from '#kernel/ports/storage.ts'
import { readSigner } from './queries/log-keys.server.ts'

/** Cosignatures in storage, beside the tiles: one file for each checkpoint and witness, so that no writer overwrites another one's. */
const pathOf = (size: number, { keyId }: VerifierKey) => `log/cosignature/${size}/${keyId}`

/** Stored before the database has it: a quorum that the shop has acted on survives a restore from an older backup. */
export const writeCosignature = ({ storage }: { storage: Storage }, size: number, vkey: string, line: string) =>
  storage.put(pathOf(size, parseVerifierKey(vkey)), utf8(line), 'text/plain; charset=utf-8')

export type StoredCosignature = { size: number; witness: string; line: string; signedAt: Date }

/**
 * The cosignatures of checkpoints that the storage has, of all witnesses that a policy of the shop names. A line that does not verify counts as
 * missing, because the storage is no witness.
 */
export async function storedCosignatures(
  ctx: Context,
  checkpoints: readonly Checkpoint[],
): Promise<StoredCosignature[]> {
  const keys = await witnessKeys(ctx)
  const found: StoredCosignature[] = []
  for (const checkpoint of checkpoints)
    for (const key of keys) {
      const file = await ctx.storage.get(pathOf(checkpoint.size, key))
      const cosigned = file && read(formatCheckpoint(checkpoint), key, textOf(file.body))
      if (cosigned) found.push({ size: checkpoint.size, witness: key.name, ...cosigned })
    }
  return found
}

function read(body: string, key: VerifierKey, line: string): { line: string; signedAt: Date } | null {
  const seconds = cosignedAt(body, key, parseSignatureLine(line))
  return seconds === null ? null : { line, signedAt: new Date(seconds * 1000) }
}

async function witnessKeys(ctx: Context): Promise<VerifierKey[]> {
  const rows = await ctx.db.selectFrom('log_policy').select('policy').execute()
  const ofPolicies = rows.flatMap(({ policy }) => parsePolicy(policy).witnesses.map(({ key }) => key))
  const keys = [...ctx.witnesses.map(({ vkey }) => parseVerifierKey(vkey)), ...ofPolicies]
  return [...new Map(keys.map(key => [key.keyId, key])).values()]
}

/** Writes restored cosignatures with their checkpoints. The key signs equal text equally, so a checkpoint has its former bytes. */
export async function insertCosignatures(
  ctx: DataContext,
  checkpoints: readonly Checkpoint[],
  cosignatures: readonly StoredCosignature[],
): Promise<void> {
  const signer = await readSigner(ctx, 'log')
  const sizes = new Set(cosignatures.map(({ size }) => size))
  for (const checkpoint of checkpoints.filter(({ size }) => sizes.has(size)))
    await ctx.db
      .insertInto('log_checkpoint')
      .values({
        size: checkpoint.size,
        note: await signNote(formatCheckpoint(checkpoint), [signer]),
        created_at: ctx.now(),
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  for (const { size, witness, line, signedAt } of cosignatures)
    await ctx.db
      .insertInto('cosignature')
      .values({ size, witness, line, signed_at: signedAt })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}
