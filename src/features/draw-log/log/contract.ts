import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'

/** The shop's log: its name, and what checks its signatures and cosignatures. */
export const ShopLog = model('ShopLog', {
  origin: z.string(),
  /** Verifier keys (c2sp.org/signed-note). */
  logKey: z.string(),
  receiptKey: z.string(),
  /** The policy of giveaways that are published now (c2sp.org/tlog-policy). A bundle has the policy of its giveaway. */
  policy: z.string(),
})
export type ShopLog = z.infer<typeof ShopLog>

/** Two blocks of c2sp.org/tlog-proof@v1: from the leaf to a head of the entry tree, and from the head to a checkpoint. */
export const EntryProof = model('EntryProof', {
  entry: z.string(),
  head: z.string(),
  /** Whose cosignatures count for this giveaway (c2sp.org/tlog-policy). */
  policy: z.string(),
})
export type EntryProof = z.infer<typeof EntryProof>

export const DRAW_LOG_ERRORS = {
  leaf_not_found: notFound('The entry tree of this giveaway has no such record.'),
  proof_pending: conflict('This entry is not in the public log yet. Please try again in a few minutes.'),
  log_empty: notFound('The log of this shop is empty.'),
} as const satisfies ErrorTable
