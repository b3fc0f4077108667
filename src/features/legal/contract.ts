import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { type ErrorTable, notFound } from '#platform/errors.ts'

export const LEGAL_ERRORS = {
  legal_not_found: notFound('There is no such version of this text.'),
} as const satisfies ErrorTable

/** The five texts of /legal; each name is also its anchor. */
export const KINDS = ['terms', 'privacy', 'sweepstakes', 'no-purchase-necessary', 'age-verification'] as const
export type Kind = (typeof KINDS)[number]

/** The kinds that a user accepts at registration; the other two only explain. */
export const ACCEPTED_KINDS = ['terms', 'privacy', 'sweepstakes'] as const satisfies readonly Kind[]

/** A paragraph, a list or an address. In the texts `**bold**` and `[words](/path)` are the only marks. */
export const LegalBlock = z.union([
  z.string(),
  z.object({ points: z.array(z.string()), ordered: z.boolean().optional() }),
  z.object({ address: z.array(z.string()) }),
])
export type LegalBlock = z.infer<typeof LegalBlock>

export const LegalClause = z.object({ title: z.string(), blocks: z.array(LegalBlock) })
export type LegalClause = z.infer<typeof LegalClause>

/** A text before it is published as a version. `templateVersion` is that of staff's own template; a shipped text has none. */
export type LegalText = { kind: Kind; title: string; clauses: LegalClause[]; templateVersion?: number }

const version = { version: z.int(), publishedAt: z.iso.datetime() }

export const LegalDocument = model('LegalDocument', {
  kind: z.enum(KINDS),
  title: z.string(),
  ...version,
  clauses: z.array(LegalClause),
})
export type LegalDocument = z.infer<typeof LegalDocument>

/** The texts in force, in the order of `KINDS`, each with all its versions, newest first. */
export const LegalDocuments = z.object({
  documents: z.array(LegalDocument.extend({ versions: z.array(z.object(version)) })),
})
export type LegalDocuments = z.infer<typeof LegalDocuments>

/** The versions in force of the texts that a buyer accepts; null for a text that was never published. */
export const VersionsInForce = model('LegalVersionsInForce', {
  versions: z.object({ terms: z.int().nullable(), privacy: z.int().nullable() }),
})
export type VersionsInForce = z.infer<typeof VersionsInForce>

export const LegalParams = z.object({
  kind: z.enum(KINDS),
  version: z.coerce.number().int().min(1).max(1_000_000),
})

/** The user's acceptances, newest first, and the texts that have changed since. */
export const MyLegal = model('MyLegal', {
  accepted: z.array(
    z.object({
      kind: z.enum(KINDS),
      version: z.int(),
      acceptedAt: z.iso.datetime(),
      how: z.enum(['registration', 'notice']),
    }),
  ),
  outstanding: z.array(z.object({ kind: z.enum(ACCEPTED_KINDS), title: z.string(), ...version })),
})
export type MyLegal = z.infer<typeof MyLegal>

export const AcceptBody = strictModel('LegalAcceptance', {
  documents: z
    .array(z.strictObject({ kind: z.enum(ACCEPTED_KINDS), version: z.int().min(1).max(1_000_000) }))
    .min(1)
    .max(ACCEPTED_KINDS.length),
})
