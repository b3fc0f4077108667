import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { DrawWitness } from '../contract.ts'

const Hex = z.string()

/** What each draw of the shop is checked against. The figures of a giveaway are fixed when it is published; these are the present ones. */
export const Fairness = model('Fairness', {
  beacon: z.object({ chain: Hex, publicKey: Hex, period: z.int(), genesis: z.int() }),
  /** False on a sandbox chain, whose key the shop has: it proves nothing. */
  isPublicBeacon: z.boolean(),
  witnesses: z.array(DrawWitness),
  /** Witnesses that must cosign a freeze in time; null while the shop has too few. */
  quorum: z.int().nullable(),
  /** Days that mail counts after the close, and hours to register the cards of the last day. */
  mailDays: z.number(),
  registerHours: z.int(),
  gapSeconds: z.int(),
  longGapSeconds: z.int(),
  /** Prize values in dollars from which the long gap, and two persons, are required. */
  longGapFrom: z.number(),
  marginSeconds: z.int(),
  twoPersonsFrom: z.number(),
  /** The files of "Check without us"; the hash is null in a shop that was not built. */
  verifiers: z.array(z.object({ path: z.string(), sha256: Hex.nullable() })),
})
export type Fairness = z.infer<typeof Fairness>
