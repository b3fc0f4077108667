import { z } from 'zod'
import { LegalClause } from '#features/legal/contract.ts'
import { model } from '#kernel/api/openapi/model.ts'

const version = {
  version: z.int(),
  publishedAt: z.iso.datetime(),
  /** Why it replaced the version before; null for the first one, and for changes before the first entry. */
  reason: z.string().nullable(),
}

/** A version of the official rules of one giveaway. */
export const OfficialRules = model('OfficialRules', {
  giveaway: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
  ...version,
  /** SHA-256 of the clauses as JSON. */
  hash: z.string(),
  clauses: z.array(LegalClause),
  /** All versions, newest first. The first is in force. */
  versions: z.array(z.object(version)),
})
export type OfficialRules = z.infer<typeof OfficialRules>

export const RulesQuery = z.strictObject({ version: z.coerce.number().int().min(1).max(1_000_000).optional() })
