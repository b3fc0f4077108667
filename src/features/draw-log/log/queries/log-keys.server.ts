import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { bytesOfBase64 } from '@redoubt/draw/bytes.ts'
import { ED25519, type NoteSigner, parseVerifierKey, verifierKey } from '@redoubt/draw/log/note.ts'
import type { DataContext } from '#kernel/context.ts'
import { resealColumn } from '#platform/secrets/reseal-column.server.ts'
import type { SealLabel, Seals } from '#platform/secrets/seal.server.ts'

/** `log` signs checkpoints, `receipt` signs the answers to claims. */
export type KeyPurpose = 'log' | 'receipt'

/** The key's id beside it, because reading it from the verifier key costs a third of a signature. */
export type LogSigner = NoteSigner & { keyId: string }

const labelOf = (name: string): SealLabel => ({ purpose: 'log key', owner: name })

/** Opened keys by the process's secrets, because a key never changes. */
const opened = new WeakMap<Seals, Map<KeyPurpose, LogSigner>>()

/** The shop's signer for a purpose. The first call creates the key, whose name keeps the shop's first host. */
export async function readSigner(ctx: DataContext, purpose: KeyPurpose): Promise<LogSigner> {
  const known = opened.get(ctx.seals)?.get(purpose)
  if (known) return known
  const stored = await storedKey(ctx, purpose)
  if (!stored) {
    await insertKey(ctx, purpose)
    // Not remembered, because a rollback would drop the key.
    return signerOf(ctx, (await storedKey(ctx, purpose))!)
  }
  const signer = signerOf(ctx, stored)
  const own = opened.get(ctx.seals) ?? new Map<KeyPurpose, LogSigner>()
  opened.set(ctx.seals, own.set(purpose, signer))
  return signer
}

/** The log's origin: the first line of its checkpoints. */
export const readLogOrigin = async (ctx: DataContext): Promise<string> => (await readSigner(ctx, 'log')).name

type StoredKey = { name: string; vkey: string; sealed: string }

const storedKey = (ctx: DataContext, purpose: KeyPurpose): Promise<StoredKey | undefined> =>
  ctx.db.selectFrom('log_key').select(['name', 'vkey', 'sealed']).where('purpose', '=', purpose).executeTakeFirst()

async function insertKey(ctx: DataContext, purpose: KeyPurpose): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const name = `${new URL(ctx.origin).host}/redoubt/${purpose}`
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  const vkey = verifierKey(name, ED25519, raw)
  ctx.leaveReplica?.()
  await ctx.db
    .insertInto('log_key')
    .values({ name, purpose, vkey, sealed: ctx.seals.seal(secret, labelOf(name)) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

function signerOf(ctx: DataContext, { name, vkey, sealed }: StoredKey): LogSigner {
  const secret = Buffer.from(bytesOfBase64(ctx.seals.open(sealed, labelOf(name))))
  const key: KeyObject = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  // In this thread: a signature takes 45 µs, and a job of the thread pool costs as much again on both sides.
  return { name, vkey, keyId: parseVerifierKey(vkey).keyId, sign: async message => sign(null, message, key) }
}

/** Seals the keys again that a former AUTH_SECRET had sealed. */
export const resealLogKeys = (ctx: DataContext): Promise<void> =>
  resealColumn(ctx, { table: 'log_key', owner: 'name', labelOf })
