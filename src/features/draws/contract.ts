import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { REASON_CLASSES } from './rules.ts'

const Hex = z.string()

/** A party that cosigns the shop's log. `isOurs` is true for one that the shop runs. */
export const DrawWitness = z.object({ name: z.string(), owner: z.string(), isOurs: z.boolean() })

/** Why a place lost the prize, as the public log has it: a class, and the hash of the proof of notice, which the shop keeps. */
const Passed = z.object({ reasonClass: z.enum(REASON_CLASSES), noticeHash: Hex, logIndex: z.int() })

/**
 * How a giveaway is or was drawn, without identities. `entering` until the close, `closed` until the freeze, `frozen` until the draw.
 * The whole evidence is in `draw.json`.
 */
export const DrawProof = model('DrawProof', {
  giveawayId: z.string(),
  state: z.enum(['entering', 'closed', 'frozen', 'drawn']),
  /** SHA-256 of the secret, public since the giveaway was published. */
  commitment: Hex,
  /** Entries by kind: now, or in the frozen list. Those of staff take no part. */
  counts: z.object({ credit: z.int(), auto: z.int(), mail: z.int(), staff: z.int() }),
  /** Cards that were entered, by the day on which they came. */
  cards: z.array(z.object({ day: z.iso.date(), count: z.int() })),
  beacon: z.object({ chain: Hex, publicKey: Hex, period: z.int(), genesis: z.int() }),
  gapSeconds: z.int(),
  marginSeconds: z.int(),
  witnesses: z.array(DrawWitness),
  /** True when the shop runs every witness: then they prove nothing against the shop. */
  areAllOurs: z.boolean(),
  /** When the list is or was frozen; null while the end is open. */
  freezesAt: z.iso.datetime().nullable(),
  /** The round that decides, and its moment; null while the end is open. */
  round: z.int().nullable(),
  drawsAt: z.iso.datetime().nullable(),
  /** Set from the freeze on. */
  frozen: z
    .object({
      manifest: z.string(),
      manifestHash: Hex,
      frozenAt: z.iso.datetime(),
      entries: z.int(),
      listHash: Hex,
      /** The secret in hex; `void` when it was lost. */
      seed: z.string(),
      early: z.boolean(),
      role: z.enum(['system', 'admin']),
      reason: z.string().nullable(),
      /** When enough witnesses had cosigned the freeze; null until then. */
      witnessedAt: z.iso.datetime().nullable(),
      /** When an authority for time stamps signed that the manifest existed; null without one. `timestamp.tsr` has its answer. */
      timestamp: z.object({ authority: z.string(), at: z.iso.datetime() }).nullable(),
      /** Rounds that were given up, because the witnesses cosigned too late for them. */
      slips: z.array(z.object({ round: z.int(), drawsAt: z.iso.datetime() })),
    })
    .nullable(),
  /** Set from the draw on. */
  result: z
    .object({
      signature: Hex,
      /** Winning numbers in drawn order, each holder once: at most 100. */
      places: z.array(z.int()),
      winnerSlot: z.int(),
      /** Masked name of the current holder of the prize; `Nobody` when the drawn order is exhausted. */
      winner: z.string(),
      /** Slots that held the prize, in drawn order. `passedAt` is set for each slot that lost the prize. */
      order: z.array(z.object({ slot: z.int(), passedAt: z.iso.datetime().nullable(), passed: Passed.nullable() })),
      drawnAt: z.iso.datetime(),
    })
    .nullable(),
})
export type DrawProof = z.infer<typeof DrawProof>

const LoggedLeaf = z.object({
  leaf: z.string(),
  index: z.int(),
  proof: z.array(z.string()),
  checkpoint: z.string(),
})

/**
 * The whole evidence of a draw (docs/decisions/0099-draw-by-a-public-round.md), without spaces and with its keys in this order: verifiers
 * take no other text. `drawn` and the signature are null until the draw.
 */
export const DrawBundle = model('DrawBundle', {
  format: z.literal('redoubt-bundle/2'),
  policy: z.string(),
  beacon: z.object({
    chain: Hex,
    publicKey: Hex,
    period: z.int(),
    genesis: z.int(),
    round: z.int(),
    signature: Hex.nullable(),
  }),
  /** The leaves of the entry tree, with a line feed between. */
  entries: z.string(),
  slots: z.int(),
  create: LoggedLeaf,
  freezes: z.array(LoggedLeaf),
  drawn: LoggedLeaf.nullable(),
  passed: z.array(LoggedLeaf),
})
