import { hash, randomBytes } from 'node:crypto'
import { holderOf, markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DataContext } from '#kernel/context.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { resealColumn } from '#platform/secrets/reseal-column.server.ts'
import type { SealLabel, Seals } from '#platform/secrets/seal.server.ts'

/** What follows from the key of a giveaway. All values are lower-case hex. */
export type GiveawayKey = {
  /** Proves that the holder is this person. Only the person gets it. */
  secretOf: (personId: string) => string
  holderOf: (personId: string) => string
  /** The nonce of an entry whose browser made none. */
  nonceOf: (entryId: string) => string
  /** The mark of that nonce. */
  markOf: (entryId: string) => string
}

const labelOf = (giveawayId: string): SealLabel => ({ purpose: 'holder key', owner: giveawayId })
/** Of 16 bytes. */
const NONCE_DIGITS = 32
/** Of SHA-256. The key is shorter. */
const BLOCK_BYTES = 64

/** Opened keys by the process's secrets. Small, because a shop has few open giveaways. */
const opened = new WeakMap<Seals, LRUCache<string, GiveawayKey>>()
const MAX_KEYS = 200
/** Until other processes have closed a key that one of them deleted. */
const OPEN_MS = HOUR_MS

/** `findKey` for a giveaway that has a key. */
export async function readGiveawayKey(ctx: DataContext, giveawayId: string): Promise<GiveawayKey> {
  const key = await findKey(ctx, giveawayId)
  if (!key) throw new Error(`Giveaway ${giveawayId} has no key of its holders.`)
  return key
}

/**
 * The key of a giveaway; the first call creates it. Null for an unknown giveaway, and after the retention, which deletes the key: then
 * the leaves name no person.
 */
export async function findKey(ctx: DataContext, giveawayId: string): Promise<GiveawayKey | null> {
  const keys = opened.get(ctx.seals) ?? new LRUCache<string, GiveawayKey>({ max: MAX_KEYS, ttl: OPEN_MS })
  opened.set(ctx.seals, keys)
  const known = keys.get(giveawayId)
  if (known) return known
  const stored = await storedKey(ctx, giveawayId)
  if (!stored) {
    await insertKey(ctx, giveawayId)
    // Not remembered, because a rollback would drop the key.
    const made = await storedKey(ctx, giveawayId)
    return made === undefined ? null : keyOf(ctx, giveawayId, made)
  }
  const key = keyOf(ctx, giveawayId, stored)
  keys.set(giveawayId, key)
  return key
}

export const readHolderSecret = async (ctx: DataContext, giveawayId: string, personId: string): Promise<string> =>
  (await readGiveawayKey(ctx, giveawayId)).secretOf(personId)

export const readHolderOfPerson = async (ctx: DataContext, giveawayId: string, personId: string): Promise<string> =>
  (await readGiveawayKey(ctx, giveawayId)).holderOf(personId)

/** Removes deleted keys from the memory of this process. */
export function closeKeys(ctx: DataContext, giveawayIds: readonly string[]): void {
  for (const id of giveawayIds) opened.get(ctx.seals)?.delete(id)
}

async function storedKey(ctx: DataContext, giveawayId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('holder_key')
    .select('sealed')
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  return row?.sealed
}

/**
 * Only for giveaways that exist, because a claim may name any id, and before the first leaf, because another key than the deleted one
 * would name other holders.
 */
async function insertKey(ctx: DataContext, giveawayId: string): Promise<void> {
  const sealed = ctx.seals.seal(randomBytes(32).toString('hex'), labelOf(giveawayId))
  await sql`
    insert into holder_key (giveaway_id, sealed) select id, ${sealed} from giveaway
    where id = ${giveawayId} and not is_list_final(id) and not exists (select from draw_leaf where giveaway_id = id)
    on conflict do nothing`.execute(ctx.db)
}

function keyOf({ seals }: DataContext, giveawayId: string, sealed: string): GiveawayKey {
  const hmac = hmacBy(Buffer.from(seals.open(sealed, labelOf(giveawayId)), 'hex'))
  const secretOf = (personId: string) => hmac(`holder\n${personId}`)
  const nonceOf = (entryId: string) => hmac(`nonce\n${entryId}`).slice(0, NONCE_DIGITS)
  return {
    secretOf,
    nonceOf,
    holderOf: personId => holderOf(giveawayId, secretOf(personId)),
    markOf: entryId => markOf(nonceOf(entryId)),
  }
}

/**
 * HMAC-SHA-256 (RFC 2104) by two hashes in one call each, because the stream that `createHmac` makes costs a claim more than its hashes.
 * @returns lower-case hex.
 */
function hmacBy(key: Buffer): (text: string) => string {
  const padded = (byte: number) => Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)]).map(each => each ^ byte)
  const [inner, outer] = [padded(0x36), padded(0x5c)]
  return text =>
    hash('sha256', Buffer.concat([outer, hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')]))
}

/** Seals the keys again that a former AUTH_SECRET had sealed. */
export const resealHolderKeys = (ctx: DataContext): Promise<void> =>
  resealColumn(ctx, { table: 'holder_key', owner: 'giveaway_id', labelOf })
