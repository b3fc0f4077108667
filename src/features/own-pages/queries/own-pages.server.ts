import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { asc, desc, keyset } from '#kernel/api/keyset.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { cleanText } from '#kernel/rich-text/cleaned-texts.server.ts'
import { shortened } from '#kernel/rich-text/shortened.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import type { OwnPage as OwnPageTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import {
  OWN_PAGE,
  OWN_PAGE_ERRORS,
  type OwnPage,
  type OwnPageList,
  type OwnPageQuery,
  type PublicPage,
  type PublicPageList,
} from '../contract.ts'

const refuse = refusals(OWN_PAGE_ERRORS)

/** The tag of public responses that show pages of staff. */
export const OWN_PAGES_TAG = 'own-pages'

/** Ids grow with time. */
const NEWEST = keyset(desc('own_page.id', 'uuid'))
const BY_SLUG = keyset(asc('own_page.slug', 'text'))

export const OWN_PAGE_COLUMNS = ['id', ...OWN_PAGE.columns, 'version', 'created_at', 'updated_at'] as const

/** A page with its body cleaned again: the row may be older than the allow-list. */
export async function ownPageOfRow(row: Selectable<OwnPageTable>): Promise<OwnPage> {
  const values = OWN_PAGE.valuesOfRow(row)
  return {
    id: row.id,
    ...values,
    body: (await cleanText(values.body)).html,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Pages of staff, newest first, page by page. */
export async function listOwnPages(ctx: DataContext, query: OwnPageQuery): Promise<z.infer<typeof OwnPageList>> {
  const { limit, cursor, q, state } = query
  const anywhere = q && `%${escapeLike(q.toLowerCase())}%`
  const found = ctx.db
    .selectFrom('own_page')
    .select(OWN_PAGE_COLUMNS)
    .$if(state !== undefined, rows => rows.where('is_draft', '=', state === 'draft'))
    .$if(Boolean(anywhere), rows => rows.where(sql<boolean>`(lower(title) like ${anywhere} or slug like ${anywhere})`))
  const { shown, nextCursor } = await NEWEST.read(found, { limit, cursor })
  const pages: OwnPage[] = []
  for (const row of shown) pages.push(await ownPageOfRow(row))
  return { pages, nextCursor }
}

/** @throws page_not_found */
export async function readOwnPage(ctx: DataContext, id: string): Promise<OwnPage> {
  const row = await ctx.db.selectFrom('own_page').select(OWN_PAGE_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('page_not_found')
  return ownPageOfRow(row)
}

/** The published page at an address, or the one that had it last. @throws page_not_found for drafts too. */
export async function readPublicPage(ctx: DataContext, asked: string): Promise<PublicPage> {
  const slug = asked.toLowerCase()
  const row = await ctx.db
    .selectFrom('own_page')
    .select(['slug', 'title', 'body', 'updated_at'])
    .where('is_draft', '=', false)
    .where(
      sql<boolean>`id = coalesce((select id from own_page where slug = ${slug}), (select page_id from own_page_redirect where slug = ${slug}))`,
    )
    .executeTakeFirst()
  if (!row) throw refuse('page_not_found')
  const { nodes, text } = await cleanText(row.body)
  return {
    slug: row.slug,
    title: row.title,
    description: shortened(text),
    content: nodes,
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The addresses and titles of published pages, by address. */
export async function listPublicPages(
  ctx: DataContext,
  page: { limit: number; cursor?: string | undefined },
): Promise<z.infer<typeof PublicPageList>> {
  const found = ctx.db.selectFrom('own_page').select(['slug', 'title', 'updated_at']).where('is_draft', '=', false)
  const { shown, nextCursor } = await BY_SLUG.read(found, page)
  return {
    pages: shown.map(({ slug, title, updated_at }) => ({ slug, title, updatedAt: updated_at.toISOString() })),
    nextCursor,
  }
}

export type SlugState = 'published' | 'draft'

/** The states of the pages at addresses, former ones too. An address without a page is missing. */
export async function readSlugs(
  { db }: Pick<DataContext, 'db'>,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, SlugState>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .selectFrom('own_page as page')
    .leftJoin('own_page_redirect as former', 'former.page_id', 'page.id')
    .select(['page.slug', 'former.slug as former', 'page.is_draft'])
    .where(sql<boolean>`(page.slug = any(${slugs}) or former.slug = any(${slugs}))`)
    .execute()
  const states = new Map<string, SlugState>()
  const stateOf = (isDraft: boolean) => (isDraft ? 'draft' : 'published')
  for (const { former, is_draft } of rows) if (former) states.set(former, stateOf(is_draft))
  // A page is looked for first, a former address second.
  for (const { slug, is_draft } of rows) states.set(slug, stateOf(is_draft))
  return states
}
