import type { Bounds } from './bulkhead.server.ts'
import { PICTURE_BOUNDS } from './picture-bounds.ts'

const MB = 1024 * 1024

export type CostlyKind = Bounds & {
  what: string
  /** The limits that are checked before the work begins. */
  size: string
  /** The code of the refusal; 503 with `Retry-After`. */
  refusal: 'overloaded' | 'too_much_at_once'
  retryAfter: number
}

/**
 * A webhook up to this length is verified without a turn: the HMAC of 64 KB takes 0.1 to 0.2 ms. A provider sends a burst of small webhooks
 * from few addresses after an outage, and a share for each client would refuse it.
 */
export const QUICK_SIGNATURE_CHARS = 65_536

/** A body up to this length is read without a turn. A cart, a registration or a webhook has less than a tenth of it. */
export const SMALL_BODY_BYTES = 65_536

/** Larger ones of one client, read or not. A browser sends two pictures at once, and a provider few webhooks as large. */
export const LARGE_BODIES = { points: 30, seconds: 10 }

const busy = { refusal: 'overloaded', retryAfter: 2 } as const

/** The one table of costly work: each kind has its bulkhead per process. docs/security.md shows it. */
export const COSTLY = {
  passwords: {
    what: 'hashes of passwords (scrypt, 32 MB, about 70 ms) and their strength',
    ...{ atOnce: 2, eachAtOnce: 1, waiting: 128, eachWaiting: 48, waitMs: 5000 },
    size: '128 characters; 40 for the strength',
    ...busy,
  },
  bodies: {
    what: 'bodies of more than 64 KB, or of unknown length, from their first byte to the answer',
    ...{ atOnce: 16, eachAtOnce: 2, waiting: 64, eachWaiting: 16, waitMs: 30_000 },
    size: `1 MiB; a picture 6, pictures of staff 60; ${LARGE_BODIES.points} in ${LARGE_BODIES.seconds} s of one client`,
    ...{ refusal: 'overloaded', retryAfter: 5 },
  },
  pictures: {
    what: 'pictures: decoding, seven encodings, crops, drawings of the brand',
    ...{ atOnce: 1, eachAtOnce: 1, waiting: 16, eachWaiting: 2, waitMs: 15_000 },
    size: `5 MiB; 40 megapixels, a JPEG 52; ${PICTURE_BOUNDS.decodedBytes / MB} MB decoded, ${PICTURE_BOUNDS.heldBytes / MB} MB of them at once`,
    ...{ refusal: 'overloaded', retryAfter: 5 },
  },
  documents: {
    what: 'PDFs: receipts, evidence, affidavits, lists, filing packs',
    ...{ atOnce: 1, eachAtOnce: 1, waiting: 32, eachWaiting: 4, waitMs: 10_000, rests: true },
    size: 'one order, dispute, prize or giveaway each',
    ...busy,
  },
  exports: {
    what: 'exports and imports: CSV, personal data, campaigns; a turn lasts until the last line has left',
    ...{ atOnce: 2, eachAtOnce: 1, waiting: 16, eachWaiting: 4, waitMs: 5000 },
    size: 'batches by cursor',
    ...{ refusal: 'too_much_at_once', retryAfter: 5 },
  },
  imports: {
    what: 'the parse of an imported CSV',
    ...{ atOnce: 1, eachAtOnce: 1, waiting: 8, eachWaiting: 2, waitMs: 10_000, rests: true },
    size: '1 MiB; 5,000 lines of 200,000 characters',
    ...{ refusal: 'too_much_at_once', retryAfter: 5 },
  },
  searches: {
    what: 'searches and lists of products by the API; those of a page are in its turn',
    ...{ atOnce: 4, eachAtOnce: 1, waiting: 128, eachWaiting: 40, waitMs: 5000 },
    size: '100 characters, eight words; 600 calls a minute',
    ...busy,
  },
  pages: {
    what: 'renderings of pages that are not in memory, with their compression',
    ...{ atOnce: 8, eachAtOnce: 2, waiting: 128, eachWaiting: 64, waitMs: 5000 },
    size: 'known parameters; 120 renderings in 20 s by network',
    ...busy,
  },
  signatures: {
    what: 'signatures of webhooks, SMS, passkeys',
    ...{ atOnce: 4, eachAtOnce: 1, waiting: 256, eachWaiting: 64, waitMs: 5000, rests: true },
    size: '1 MiB; a webhook of at most 64 KB takes no turn',
    ...busy,
  },
  proofs: {
    what: 'evidence bundles of draws, and their verification on the server',
    ...{ atOnce: 1, eachAtOnce: 1, waiting: 32, eachWaiting: 4, waitMs: 10_000, rests: true },
    size: 'one giveaway each',
    ...busy,
  },
} as const satisfies Record<string, CostlyKind>

export type CostlyName = keyof typeof COSTLY

/**
 * Hashes that run concurrently, at most: one for each two processors. On two, a second one takes 32 MB and the main thread's time, and
 * neither ends sooner.
 */
export const hashesAtOnce = (processors: number): number =>
  Math.min(COSTLY.passwords.atOnce, Math.max(1, Math.floor(processors / 2)))
