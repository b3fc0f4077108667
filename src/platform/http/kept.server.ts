import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A whole public answer. It is compressed when the first who takes an encoding asks for it, and then for all after. */
export type KeptAnswer = {
  status: number
  headers: Record<string, string>
  etag: string
  tags: readonly string[]
  text: Buffer
  ready: Partial<Record<Encoding, ReadyAnswer>>
}

/** A kept answer in one encoding: its body, and all its headers as the flat list of names and values that Node writes fastest. */
export type ReadyAnswer = { head: readonly string[]; body: Buffer; isQuick: boolean }

export type Kept = {
  get: (key: string) => KeptAnswer | undefined
  /** The last answer, however old: better than none when the database does not answer. */
  getStale: (key: string) => KeptAnswer | undefined
  /** A mark to take before the work on an answer starts; `put` refuses an answer whose tags were dropped since. */
  mark: () => number
  put: (key: string, answer: KeptAnswer, mark: number) => void
  /** Drops whatever shows one of these tags. */
  drop: (tags: readonly string[]) => void
  clear: () => void
}

/**
 * Public answers kept in memory for seconds, tagged by what they show and dropped when that changes. Addresses with a query have a room of
 * their own, a quarter of all: a stranger can invent them without end, and evicts only other such addresses.
 * @param maxBytes of the bodies in all.
 * @param ttlMs how long one may be shown although no word of a change came (a signal may be lost).
 * @param isAway while the database does not answer, what is kept is shown past its time.
 */
export function createKept(maxBytes: number, ttlMs: number, isAway: () => boolean = () => false): Kept {
  const byTag = new Map<string, Set<string>>()
  const dropped = new LRUCache<string, number>({ max: 10_000 })
  let clock = 0
  let clearedAt = 0
  const newRoom = (maxSize: number) =>
    new LRUCache<string, KeptAnswer>({
      maxSize,
      // Its compressed forms, made later, are a fraction of it.
      sizeCalculation: answer => answer.text.length + 1000,
      ttl: ttlMs,
      // One that is past its time stays until a new one replaces it or its room is needed.
      noDeleteOnStaleGet: true,
      dispose(answer, key) {
        for (const tag of answer.tags) {
          const keys = byTag.get(tag)
          keys?.delete(key)
          if (keys?.size === 0) byTag.delete(tag)
        }
      },
    })
  const plain = newRoom(Math.ceil(maxBytes * 0.75))
  const withQuery = newRoom(Math.ceil(maxBytes * 0.25))
  const roomOf = (key: string) => (key.includes('?') ? withQuery : plain)
  return {
    get: key => roomOf(key).get(key, { allowStale: isAway() }),
    getStale: key => roomOf(key).get(key, { allowStale: true }),
    mark: () => clock,
    put(key, answer, mark) {
      if (clearedAt > mark || answer.tags.some(tag => (dropped.get(tag) ?? 0) > mark)) return
      roomOf(key).set(key, answer)
      for (const tag of answer.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(key))
    },
    drop(tags) {
      clock++
      for (const tag of tags) {
        dropped.set(tag, clock)
        for (const key of [...(byTag.get(tag) ?? [])]) roomOf(key).delete(key)
      }
    },
    clear() {
      clearedAt = ++clock
      plain.clear()
      withQuery.clear()
    },
  }
}

/**
 * Makes an answer ready to keep, with a strong ETag.
 * @param body UTF-8 text.
 */
export function prepareAnswer(
  status: number,
  headers: Record<string, string>,
  tags: readonly string[],
  body: string,
): KeptAnswer {
  const text = Buffer.from(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, tags, text, ready: {} }
}

/**
 * The answer in one encoding, made when it is first asked for: compressed quickly for the first who asks, who waits for it,
 * and well for the second, as whoever is asked for twice in its seconds is asked for often.
 */
export function inEncoding(answer: KeptAnswer, encoding: Encoding): ReadyAnswer {
  const known = answer.ready[encoding]
  if (known && !known.isQuick) return known
  const isQuick = !known && encoding !== 'identity'
  const body = compress(answer.text, encoding, isQuick)
  const headers = {
    ...answer.headers,
    etag: answer.etag,
    vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }
  const made = { head: Object.entries(headers).flat(), body, isQuick }
  answer.ready[encoding] = made
  return made
}

/** Of a page of 90 kB, quick takes a tenth of a millisecond and a quarter more bytes than well, which takes seven times as long. */
function compress(text: Buffer, encoding: Encoding, isQuick: boolean): Buffer {
  if (encoding === 'identity') return text
  if (encoding === 'gzip') return gzipSync(text, { level: isQuick ? 1 : 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliCompressSync(text, {
    params: { [BROTLI_PARAM_QUALITY]: isQuick ? 0 : 5, [BROTLI_PARAM_SIZE_HINT]: text.length },
  })
}

/** Which of our encodings a browser takes, best first. */
export function chooseEncoding(acceptEncoding: string | undefined | null): Encoding {
  if (!acceptEncoding) return 'identity'
  const accepted = acceptEncoding
    .split(',')
    .map(part => part.split(';').map(word => word.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([encoding]) => encoding)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
