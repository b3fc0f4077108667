import { z } from 'zod'
import { GiveawayEntry, Odds } from '../giveaway/contract.ts'
import { GIVEAWAY_STATES } from '../giveaway/rules.ts'

/** An own entry. */
export const MyEntry = GiveawayEntry.extend({
  giveawayTitle: z.string(),
  giveawaySlug: z.string(),
  giveawayState: z.enum(GIVEAWAY_STATES),
  giveawayEndDate: z.iso.datetime().nullable(),
  /** When the winner is or was drawn; null before a giveaway without an end is sold out, and for a cancelled one. */
  giveawayDrawDate: z.iso.datetime().nullable(),
  image: z.string().nullable(),
  picture: z.object({ src: z.string(), placeholder: z.string() }).nullable(),
  isPrivateEntry: z.boolean(),
  isStaff: z.boolean(),
  /** False for entries of staff, and while a dispute of the payment flags the entry. */
  isInDraw: z.boolean(),
  odds: Odds,
  isWinner: z.boolean(),
  /** Null until the giveaway is drawn. */
  winnerSlot: z.int().nullable(),
  /** The signed receipt of the entry's newest leaf; null for entries of draws before receipts. */
  receipt: z.string().nullable(),
  /** Proves that the holder of the entry is the caller. Secret. */
  holderSecret: z.string().nullable(),
  /** The nonce of the entry's mark, where the shop made it. */
  nonce: z.string().nullable(),
  /** The index of the leaf, for `/giveaways/{id}/proof/{index}`; null in the first seconds. */
  leafIndex: z.int().nullable(),
}).meta({ id: 'MyEntry' })
export type MyEntry = z.infer<typeof MyEntry>

export const MyEntriesQuery = z.strictObject({
  /** `true` for giveaways that are over, `false` for running ones; all when omitted. */
  past: z.enum(['true', 'false']).optional(),
  /** The id of one giveaway. */
  giveawayId: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
  cursor: z.string().max(200).optional(),
})
export type MyEntriesQuery = z.infer<typeof MyEntriesQuery>

/** `total` counts all pages. `receiptKey` verifies the receipts. */
export const MyEntries = z.object({
  entries: z.array(MyEntry),
  total: z.int(),
  nextCursor: z.string().nullable(),
  receiptKey: z.string(),
})
export type MyEntries = z.infer<typeof MyEntries>
