import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { inOwnMemory } from './own-memory.server.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A complete public response. Each encoding is made at the first request that accepts it. */
export type CachedResponse = {
  status: number
  headers: Record<string, string>
  etag: string
  tags: readonly string[]
  text: Buffer
  ready: Partial<Record<Encoding, EncodedResponse>>
}

/** A cached response in one encoding. `head` is the flat list of header names and values that Node writes fastest. */
export type EncodedResponse = { head: readonly string[]; body: Buffer; isQuick: boolean }

export type ResponseCache = {
  get: (key: string) => CachedResponse | undefined
  /** Returns the last response at any age, for a database outage. */
  getStale: (key: string) => CachedResponse | undefined
  /** Call before the work on a response starts. `put` refuses a response whose tags were invalidated after its mark. */
  mark: () => number
  /** @param mostMs a time after which it is wrong, where that is before the maximum age. */
  put: (key: string, answer: CachedResponse, mark: number, mostMs?: number) => void
  /** Removes every response that has one of these tags. */
  invalidate: (tags: readonly string[]) => void
  clear: () => void
}

/**
 * Caches public responses in memory for seconds, tagged by content and invalidated on change. Addresses with a query share a quarter
 * of the memory: a stranger can invent endless queries, and these evict only each other.
 * @param maxBytes total size of the bodies.
 * @param ttlMs maximum age without an invalidation, because a signal may be lost.
 * @param isAway true while the database does not answer; responses are then served past `ttlMs`.
 */
export function createResponseCache(
  maxBytes: number,
  ttlMs: number,
  isAway: () => boolean = () => false,
): ResponseCache {
  const byTag = new Map<string, Set<string>>()
  const invalidated = new LRUCache<string, number>({ max: 10_000 })
  let clock = 0
  let clearedAt = 0
  const newPartition = (maxSize: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize,
      // Compressed bodies are made later and are a fraction of the text's size.
      sizeCalculation: answer => answer.text.length + 1000,
      ttl: ttlMs,
      // Reads the clock at each request. By default a timer of 1 ms keeps what was read.
      ttlResolution: 0,
      // An expired response stays until a new one replaces it or its space is needed, for `getStale`.
      noDeleteOnStaleGet: true,
      dispose(answer, key) {
        for (const tag of answer.tags) {
          const keys = byTag.get(tag)
          keys?.delete(key)
          if (keys?.size === 0) byTag.delete(tag)
        }
      },
    })
  const plain = newPartition(Math.ceil(maxBytes * 0.75))
  const withQuery = newPartition(Math.ceil(maxBytes * 0.25))
  const partitionOf = (key: string) => (key.includes('?') ? withQuery : plain)
  return {
    get: key => partitionOf(key).get(key, { allowStale: isAway() }),
    getStale: key => partitionOf(key).get(key, { allowStale: true }),
    mark: () => clock,
    put(key, answer, mark, mostMs = ttlMs) {
      if (mostMs <= 0) return
      if (clearedAt > mark || answer.tags.some(tag => (invalidated.get(tag) ?? 0) > mark)) return
      partitionOf(key).set(key, answer, { ttl: Math.min(ttlMs, mostMs) })
      for (const tag of answer.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(key))
    },
    invalidate(tags) {
      clock++
      for (const tag of tags) {
        invalidated.set(tag, clock)
        for (const key of [...(byTag.get(tag) ?? [])]) partitionOf(key).delete(key)
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
 * Creates a cacheable response with a strong ETag.
 * @param body UTF-8 text.
 */
export function prepareResponse(
  status: number,
  headers: Record<string, string>,
  tags: readonly string[],
  body: string,
): CachedResponse {
  const text = inOwnMemory(Buffer.from(body))
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, tags, text, ready: {} }
}

/**
 * Returns the response in one encoding. The first request waits for a quick compression. The second request makes a good compression,
 * because an address that is requested twice within the cache time is requested often.
 */
export function inEncoding(answer: CachedResponse, encoding: Encoding): EncodedResponse {
  const known = answer.ready[encoding]
  if (known && !known.isQuick) return known
  const isQuick = !known && encoding !== 'identity'
  const body = inOwnMemory(compress(answer.text, encoding, isQuick))
  const headers = {
    ...answer.headers,
    etag: answer.etag,
    vary: ['Accept-Encoding', answer.headers.vary].filter(Boolean).join(', '),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }
  const made = { head: Object.entries(headers).flat(), body, isQuick }
  answer.ready[encoding] = made
  return made
}

/** For a 90 kB page, quick compression takes 0.1 ms and makes 25% more bytes than good compression, which takes seven times as long. */
function compress(text: Buffer, encoding: Encoding, isQuick: boolean): Buffer {
  if (encoding === 'identity') return text
  if (encoding === 'gzip') return gzipSync(text, { level: isQuick ? 1 : 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliCompressSync(text, {
    params: { [BROTLI_PARAM_QUALITY]: isQuick ? 0 : 5, [BROTLI_PARAM_SIZE_HINT]: text.length },
  })
}

/** By header. Browsers send few different ones, and a client that invents more evicts them. */
const encodings = new LRUCache<string, Encoding>({ max: 100 })

/** Returns the best supported encoding that a browser accepts. */
export function chooseEncoding(acceptEncoding: string | undefined | null): Encoding {
  if (!acceptEncoding) return 'identity'
  const known = encodings.get(acceptEncoding)
  if (known) return known
  const accepted = acceptEncoding
    .split(',')
    .map(part => part.split(';').map(word => word.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([encoding]) => encoding)
  const chosen = (['br', 'gzip'] as const).find(encoding => accepted.includes(encoding)) ?? 'identity'
  encodings.set(acceptEncoding, chosen)
  return chosen
}
