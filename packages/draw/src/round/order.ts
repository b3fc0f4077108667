import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesOfHex, concat, sha256, sha256Hex, utf8 } from '../bytes.ts'

/** An entry that takes part, in the list by number. */
export type ListedEntry = { number: number; holder: string }

const SEED_LENGTH = 32

/** What the create leaf promises of the seed. */
export function commitmentOf(giveaway: string, seedHex: string): string {
  return sha256Hex(concat(utf8(`redoubt/seed/2\n${giveaway}\n`), seedOf(seedHex)))
}

/** The key of the draw. A lost seed is `void` and counts as 32 zero bytes. */
export function drawKey(manifestText: string, seedHex: string, signatureHex: string): Uint8Array {
  const seed = seedHex === 'void' ? new Uint8Array(SEED_LENGTH) : seedOf(seedHex)
  const material = concat(seed, sha256(bytesOfHex(signatureHex)))
  return hkdf(hash, material, sha256(utf8(manifestText)), utf8('redoubt/draw/2'), 32)
}

function seedOf(hex: string): Uint8Array {
  const seed = bytesOfHex(hex)
  if (seed.length !== SEED_LENGTH) throw new RangeError('A seed has 32 bytes.')
  return seed
}

/** A number below `m` for the step `i`, without bias. `c` counts the values that were thrown away. */
export function below(key: Uint8Array, i: number, m: bigint): { value: bigint; thrownAway: number } {
  const limit = 2n ** 64n - (2n ** 64n % m)
  for (let c = 0; ; c++) {
    const bytes = hmac(hash, key, utf8(`${i} ${c}`))
    const u = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
    if (u < limit) return { value: u % m, thrownAway: c }
  }
}

/** Yields the drawn order entry by entry: each step depends on earlier ones only. */
export function* drawSteps<T>(
  key: Uint8Array,
  list: readonly T[],
): Generator<{ step: number; from: number; entry: T }> {
  const order = [...list]
  for (let i = 0; i < order.length; i++) {
    const from = i < order.length - 1 ? i + Number(below(key, i, BigInt(order.length - i)).value) : i
    const entry = order[from]!
    order[from] = order[i]!
    order[i] = entry
    yield { step: i, from, entry }
  }
}

/** The drawn order of the list, or its first `count` entries. */
export function drawOrder<T>(key: Uint8Array, list: readonly T[], count = list.length): T[] {
  const order: T[] = []
  for (const { entry } of drawSteps(key, list)) {
    if (order.length >= count) break
    order.push(entry)
  }
  return order
}

/** Each holder once, by the number of the first of its entries. */
export function placesOf(order: readonly ListedEntry[]): number[] {
  const seen = new Set<string>()
  return order.filter(({ holder }) => !seen.has(holder) && seen.add(holder)).map(({ number }) => number)
}
