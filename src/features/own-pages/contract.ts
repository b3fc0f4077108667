import type { Selectable } from 'kysely'
import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { flag, requiredText, text } from '#kernel/fields/field-kinds.ts'
import { fieldIn, fieldTable } from '#kernel/fields/field-table.ts'
import { RichNode } from '#kernel/rich-text/rich-node.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { atMost, requiredLine } from '#kernel/values/inputs/texts.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import type { OwnPage as OwnPageTable } from '#platform/db/tables.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { RESERVED_SLUGS } from './reserved-slugs.ts'

export const OWN_PAGE_ERRORS = {
  page_not_found: notFound('We could not find this page.'),
  slug_taken: conflict('Another page already has this address.'),
} as const satisfies ErrorTable

const TITLE_LENGTH = 120
const SLUG_LENGTH = 80
/** Characters of the HTML that a call sends. What is stored can be longer, because each `<` and `&` of the words takes several. */
export const BODY_LENGTH = 100_000

export const NO_WORDS = 'Please write the page'

/** Small letters, so that two spellings of one address are one. */
const slugInput = z
  .string(ifMissing('Please give the page an address'))
  .trim()
  .toLowerCase()
  .min(1, { abort: true })
  .max(SLUG_LENGTH, { error: atMost(SLUG_LENGTH), abort: true })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'Address can have only small letters, digits and single hyphens',
    abort: true,
  })
  .refine(
    slug => !RESERVED_SLUGS.includes(slug),
    'The shop has a page of its own at this address. Please choose another.',
  )

const bodyInput = z
  .string(ifMissing(NO_WORDS))
  .min(1, { abort: true })
  .max(BODY_LENGTH, {
    error: `A page has at most ${BODY_LENGTH.toLocaleString('en-US')} characters. Please divide it into two.`,
    abort: true,
  })
  .refine(isVisible, NO_WORDS)

const field = fieldIn<Selectable<OwnPageTable>>()

/** The one description of a page's fields. */
export const OWN_PAGE = fieldTable({
  title: field('title', {
    ...requiredText('Title', TITLE_LENGTH),
    input: requiredLine('Please give the page a title', TITLE_LENGTH),
  }),
  slug: field('slug', { ...requiredText('Address', SLUG_LENGTH), input: slugInput }),
  body: field('body', { ...text('Text', BODY_LENGTH), input: bodyInput, initial: undefined }),
  isDraft: field('is_draft', flag('Draft', false), { hint: 'Only staff see it. It can be published later.' }),
})

/** The body of `POST /api/admin/pages`: publishes the page unless it is a draft. */
export const NewOwnPage = strictModel('NewOwnPage', OWN_PAGE.created)
export type NewOwnPage = z.output<typeof NewOwnPage>

/** The body of `PATCH /api/admin/pages/{id}`. Omitted fields stay unchanged. */
export const OwnPageChange = strictModel('OwnPageChange', {
  ...OWN_PAGE.changed,
  /** The version that the caller read. If omitted, the change ignores concurrent edits. */
  version: z.int().min(1).max(1_000_000_000).optional(),
})
export type OwnPageChange = z.output<typeof OwnPageChange>

/** A page with its staff fields. `body` is HTML, cleaned by the allow-list. */
export const OwnPage = model('OwnPage', {
  id: z.string(),
  ...OWN_PAGE.shown,
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type OwnPage = z.infer<typeof OwnPage>

export const OwnPageQuery = z.strictObject({
  ...PAGE_QUERY,
  /** Part of the title or of the address. */
  q: searchWords(100),
  state: z.enum(['published', 'draft']).optional(),
})
export type OwnPageQuery = z.infer<typeof OwnPageQuery>
export const OwnPageList = model('OwnPageList', { pages: z.array(OwnPage), nextCursor: z.string().nullable() })

export const BySlug = z.object({ slug: z.string().min(1).max(200) })
export const PublicPageQuery = z.strictObject(PAGE_QUERY)
const publicFields = { slug: z.string(), title: z.string(), updatedAt: z.iso.datetime() }

/** A published page. `slug` differs from the asked one when the page moved. */
export const PublicPage = model('PublicPage', {
  ...publicFields,
  /** The first words, for search engines. */
  description: z.string(),
  content: z.array(RichNode),
})
export type PublicPage = z.infer<typeof PublicPage>
export const PublicPageList = model('PublicPageList', {
  pages: z.array(z.object(publicFields)),
  nextCursor: z.string().nullable(),
})
