/**
 * The draw as a function of two fixed inputs: a secret seed, whose SHA-256 is public since the giveaway was created, and the frozen list of
 * entries. It runs in Node when the winner is drawn and in any browser afterwards (WebCrypto in both), so anyone can check the result.
 *
 *  1. list hash = SHA-256 of `canonicalList`, in hex
 *  2. for counter = 0, 1, …: number = the first 8 bytes (big endian) of HMAC-SHA256(key: seed, message: "<list hash>:<counter>")
 *  3. the first number below the largest multiple of the list's length decides: winner index = number mod length
 *
 * Step 3 rejects the numbers that would favour the first entries (rejection sampling), so every entry has exactly the same chance.
 *
 * Alternates come from the same seed and list. For place 2, 3, … all entries of the earlier persons are left out. Steps 2 and 3 then run on
 * the remaining list with the message "<list hash>:place <place>:<counter>".
 */
export const ALGORITHM = 'redoubt-draw-1: HMAC-SHA256, rejection sampling'

/** One line of the frozen list: a slot and its holder's pseudonym. */
export type DrawEntry = readonly [slot: number, pseudonym: string]

export type DrawResult = { listHash: string; winnerIndex: number; winnerSlot: number }

const RANGE = 1n << 64n
const encoder = new TextEncoder()

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

/** The text whose hash freezes the list: the giveaway, then one line per entry by ascending slot. */
export function canonicalList(giveawayId: string, list: readonly DrawEntry[]): string {
  const lines = list.toSorted((a, b) => a[0] - b[0]).map(([slot, pseudonym]) => `${slot} ${pseudonym}\n`)
  return `redoubt-draw-1 ${giveawayId}\n${lines.join('')}`
}

export const sha256 = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? encoder.encode(data) : data))

/** The commitment, published when a giveaway is created: SHA-256 of the seed's 32 bytes. @param seed 64 hex digits. */
export const commitmentOf = (seed: string): Promise<string> => sha256(fromHex(seed))

type Hmac = (message: string) => Promise<ArrayBuffer>

async function hmacOf(seed: string): Promise<Hmac> {
  const key = await crypto.subtle.importKey('raw', fromHex(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return message => crypto.subtle.sign('HMAC', key, encoder.encode(message))
}

/** Pseudonyms of 16 hex digits. All entries of one person in one giveaway share one pseudonym. */
export async function pseudonymsOf(seed: string, people: readonly string[]): Promise<Map<string, string>> {
  const hmac = await hmacOf(seed)
  const pairs = people.map(async person => [person, toHex(await hmac(`person:${person}`)).slice(0, 16)] as const)
  return new Map(await Promise.all(pairs))
}

/**
 * Returns a uniform number from 0 to `length - 1`.
 * @param next 64 random bits for a counter from 0.
 */
export async function uniformIndex(length: number, next: (counter: number) => Promise<bigint>): Promise<number> {
  if (!Number.isSafeInteger(length) || length < 1) throw new Error('A draw needs at least one entry')
  const n = BigInt(length)
  const bound = RANGE - (RANGE % n)
  for (let counter = 0; ; counter++) {
    const number = await next(counter)
    if (number < bound) return Number(number % n)
  }
}

/** Draws the winner. Equal seeds and lists always give an equal result. */
export async function drawFrom(giveawayId: string, list: readonly DrawEntry[], seed: string): Promise<DrawResult> {
  const sorted = list.toSorted((a, b) => a[0] - b[0])
  const listHash = await sha256(canonicalList(giveawayId, sorted))
  const hmac = await hmacOf(seed)
  const winnerIndex = await uniformIndex(sorted.length, async counter =>
    new DataView(await hmac(`${listHash}:${counter}`)).getBigUint64(0),
  )
  return { listHash, winnerIndex, winnerSlot: sorted[winnerIndex]![0] }
}

/**
 * The drawn order: the winner, then the alternates, each person once.
 * @param places how many places to draw; the result is shorter when there are fewer persons.
 */
export async function drawOrder(
  giveawayId: string,
  list: readonly DrawEntry[],
  seed: string,
  places: number,
): Promise<DrawEntry[]> {
  const { listHash, winnerSlot } = await drawFrom(giveawayId, list, seed)
  const hmac = await hmacOf(seed)
  const order = [list.find(([slot]) => slot === winnerSlot)!]
  let left = list.toSorted((a, b) => a[0] - b[0])
  for (let place = 2; place <= places; place++) {
    const [, before] = order.at(-1)!
    left = left.filter(([, person]) => person !== before)
    if (left.length === 0) break
    const index = await uniformIndex(left.length, async counter =>
      new DataView(await hmac(`${listHash}:place ${place}:${counter}`)).getBigUint64(0),
    )
    order.push(left[index]!)
  }
  return order
}

export type Proof = {
  giveawayId: string
  commitment: string
  seed: string
  listHash: string
  list: readonly DrawEntry[]
  winnerSlot: number
  /** The drawn order down to the current holder of the prize. The first item is the drawn winner. */
  order?: readonly { slot: number }[]
}

/** Result of each step of the check. `isOrderRight` is set only when the prize was passed on. */
export type Checked = {
  isSeedTheCommitted: boolean
  isListTheFrozen: boolean
  isWinnerRight: boolean
  isOrderRight?: boolean
}

/** Repeats the draw from its published parts. */
export async function checkDraw(proof: Proof): Promise<Checked> {
  const result = await drawFrom(proof.giveawayId, proof.list, proof.seed)
  return {
    isSeedTheCommitted: (await commitmentOf(proof.seed)) === proof.commitment,
    isListTheFrozen: result.listHash === proof.listHash,
    isWinnerRight: result.winnerSlot === proof.winnerSlot,
    ...(proof.order && proof.order.length > 1 && { isOrderRight: await isOrderRight(proof, proof.order) }),
  }
}

async function isOrderRight({ giveawayId, list, seed }: Proof, order: readonly { slot: number }[]) {
  const drawn = await drawOrder(giveawayId, list, seed, order.length)
  return drawn.length === order.length && drawn.every(([slot], index) => slot === order[index]!.slot)
}
