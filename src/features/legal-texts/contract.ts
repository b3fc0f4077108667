import { z } from 'zod'
import { KINDS, LegalBlock } from '#features/legal/contract.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { requiredLine, requiredText } from '#kernel/values/inputs/texts.ts'
import { type ErrorTable, notFound } from '#platform/errors.ts'

export const LEGAL_TEXT_ERRORS = {
  legal_text_not_found: notFound('There is no such legal text.'),
} as const satisfies ErrorTable

const TITLE_LENGTH = 120
const TEXT_LENGTH = 5000
const MOST_CLAUSES = 60
const MOST_BLOCKS = 40
/** Of a whole text, as of an own page. */
const MOST_CHARACTERS = 100_000

const words = (missing: string) => requiredText(missing, TEXT_LENGTH)
const atLeastOne = (sentence: string) => ({ error: sentence })

const Block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: words('Please write the paragraph or remove it') }),
  z.strictObject({
    kind: z.literal('list'),
    points: z
      .array(words('Please write the point or remove it'))
      .min(1, atLeastOne('Please write a point or remove the list'))
      .max(MOST_BLOCKS, `A list has at most ${MOST_BLOCKS} points`),
    ordered: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('computed'), name: z.string().max(60) }),
])

const Clause = z.strictObject({
  name: z.string().max(60).nullable(),
  title: requiredLine('Please give the clause a title', TITLE_LENGTH),
  blocks: z
    .array(Block)
    .min(1, atLeastOne('Please write the clause or remove it'))
    .max(MOST_BLOCKS, `A clause has at most ${MOST_BLOCKS} parts`),
})

const Clauses = z
  .array(Clause)
  .min(1, atLeastOne('Please keep a clause'))
  .max(MOST_CLAUSES, { error: `A text has at most ${MOST_CLAUSES} clauses`, abort: true })
  .refine(
    clauses => JSON.stringify(clauses).length <= MOST_CHARACTERS,
    `A text has at most ${MOST_CHARACTERS.toLocaleString('en-US')} characters`,
  )

export const ByKind = z.object({ kind: z.string().min(1).max(60) })

/** The version of the template that the caller read; 0 for one that was never edited. */
const version = z.int().min(0).max(1_000_000_000)

/** `clauses` null: without a draft. */
export const LegalDraftBody = strictModel('LegalDraft', { version, clauses: Clauses.nullable() })
/** `clauses` null: the shipped text. */
export const LegalPublicationBody = strictModel('LegalPublication', { version, clauses: Clauses.nullable() })
export const LegalPreviewBody = strictModel('LegalPreview', { clauses: Clauses.nullable() })
export const LegalKeepBody = strictModel('LegalKeep', { version })

const moment = z.iso.datetime()

const summary = {
  kind: z.enum(KINDS),
  title: z.string(),
  version: z.int(),
  /** Whether staff's own text is in force instead of the shipped one. */
  isOwn: z.boolean(),
  hasDraft: z.boolean(),
  /** Whether a release changed the shipped text since staff saw it; their own stays in force. */
  isShippedNewer: z.boolean(),
  inForce: z.object({ version: z.int(), publishedAt: moment }).nullable(),
}

export const LegalTemplateList = model('LegalTemplateList', { texts: z.array(z.object(summary)) })

const ShownClause = z.object({
  name: z.string().nullable(),
  title: z.string(),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('list'), points: z.array(z.string()), ordered: z.boolean() }),
      z.object({ kind: z.literal('computed'), name: z.string() }),
    ]),
  ),
})

/** A paragraph of a difference, in parts. */
const DifferentLine = z.object({
  kind: z.enum(['title', 'text', 'point']),
  parts: z.array(z.object({ text: z.string(), change: z.enum(['same', 'added', 'removed']) })),
})
export type DifferentLine = z.infer<typeof DifferentLine>

export const LegalTemplate = model('LegalTemplate', {
  ...summary,
  /** The draft, else the text in force. */
  clauses: z.array(ShownClause),
  shipped: z.array(ShownClause),
  /** What a release changed in the shipped text since staff saw it. */
  shippedChanges: z.array(DifferentLine),
  fields: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  /** Blocks that the software computes, with today's words and the reason why they are locked. */
  computed: z.array(z.object({ name: z.string(), label: z.string(), why: z.string(), blocks: z.array(LegalBlock) })),
  /** Shipped clauses that cannot be removed, each with the reason. */
  kept: z.array(z.object({ name: z.string(), why: z.string() })),
})
export type LegalTemplate = z.infer<typeof LegalTemplate>

export const LegalPreview = model('LegalTextPreview', {
  lines: z.array(DifferentLine),
  isChanged: z.boolean(),
  /** The version that the text would be published as. */
  nextVersion: z.int(),
  /** How many users would be told in their dashboard. */
  notified: z.int(),
  /** Titles of other texts that change with this one, because they name the number of a clause. */
  alsoChanged: z.array(z.string()),
})
export type LegalPreview = z.infer<typeof LegalPreview>
