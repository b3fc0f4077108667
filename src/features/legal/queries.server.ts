import { type RawBuilder, sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import {
  ACCEPTED_KINDS,
  KINDS,
  type Kind,
  LEGAL_ERRORS,
  type LegalClause,
  type LegalDocument,
  type LegalDocuments,
  type MyLegal,
  type VersionsInForce,
} from './contract.ts'
import { BOUGHT_KINDS } from './rules.ts'

const refuse = refusals(LEGAL_ERRORS)

type Row = { kind: string; version: number; title: string; clauses: unknown; published_at: Date }

const documentOf = (row: Row): LegalDocument => ({
  kind: row.kind as Kind,
  title: row.title,
  version: row.version,
  publishedAt: row.published_at.toISOString(),
  clauses: row.clauses as LegalClause[],
})

const LEGAL_COLUMNS = ['kind', 'version', 'title', 'clauses', 'hash', 'published_at'] as const

/** True for a version that anyone may read; `public_legal_versions` says which. */
const IS_PUBLIC = sql<boolean>`(kind, version) in (select p.kind, p.version from public_legal_versions() p)`

/** The texts in force, each with the list of its public versions. */
export async function readDocumentsInForce(ctx: Context): Promise<LegalDocuments> {
  const rows = await ctx.db
    .selectFrom('legal_document')
    .select(LEGAL_COLUMNS)
    .where(IS_PUBLIC)
    .orderBy('version', 'desc')
    .execute()
  const documents = KINDS.flatMap(kind => {
    const all = rows.filter(row => row.kind === kind)
    if (!all[0]) return []
    const versions = all.map(row => ({ version: row.version, publishedAt: row.published_at.toISOString() }))
    return [{ ...documentOf(all[0]), versions }]
  })
  return { documents }
}

/** One public version of one text, in force or not. @throws legal_not_found */
export async function readDocumentOfVersion(
  ctx: Context,
  asked: { kind: Kind; version: number },
): Promise<LegalDocument> {
  const row = await ctx.db
    .selectFrom('legal_document')
    .select(LEGAL_COLUMNS)
    .where('kind', '=', asked.kind)
    .where('version', '=', asked.version)
    .where(IS_PUBLIC)
    .executeTakeFirst()
  if (!row) throw refuse('legal_not_found')
  return documentOf(row)
}

/** The version of a text in force, as a value inside a statement of another feature. */
export const versionInForceOf = (kind: Kind): RawBuilder<number | null> =>
  sql`(select max(d.version) from legal_document d where d.kind = ${kind})`

/** The versions in force of the texts that a buyer accepts. */
export async function readVersionsInForce(ctx: DataContext): Promise<VersionsInForce> {
  const rows = await ctx.db
    .selectFrom('legal_document')
    .select(eb => ['kind', eb.fn.max('version').as('version')])
    .where('kind', 'in', BOUGHT_KINDS)
    .groupBy('kind')
    .execute()
  const versionOf = (kind: Kind) => rows.find(row => row.kind === kind)?.version ?? null
  return { versions: { terms: versionOf('terms'), privacy: versionOf('privacy') } }
}

/** The hash of the text in force, as published: SHA-256 of title and clauses. Null when there is none. */
export async function readHashInForce(ctx: DataContext, kind: Kind): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('legal_document')
    .select('hash')
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** A user's acceptances, newest first, and the texts in force that are newer. */
export async function readLegal(ctx: Context, userId: string): Promise<MyLegal> {
  const accepted = await ctx.db
    .selectFrom('legal_acceptance')
    .select(['kind', 'version', 'accepted_at', 'how'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at', 'desc')
    .orderBy('kind')
    .execute()
  const { rows } = await sql<Omit<Row, 'clauses'>>`
    select distinct on (kind) kind, version, title, published_at from legal_document
    where kind = any(${[...ACCEPTED_KINDS]}::text[]) order by kind, version desc`.execute(ctx.db)
  const isAccepted = (row: { kind: string; version: number }) =>
    accepted.some(({ kind, version }) => kind === row.kind && version >= row.version)
  return {
    accepted: accepted.map(row => ({
      kind: row.kind as Kind,
      version: row.version,
      acceptedAt: row.accepted_at.toISOString(),
      how: row.how as 'registration' | 'notice',
    })),
    outstanding: rows
      .filter(row => !isAccepted(row))
      .map(({ kind, version, title, published_at }) => ({
        kind: kind as (typeof ACCEPTED_KINDS)[number],
        title,
        version,
        publishedAt: published_at.toISOString(),
      })),
  }
}

type UnreadText = { kind: Kind; title: string; version: number }

/** The texts in force that no member of staff has read. A change of the wording makes a text unread again. */
export async function listUnreadTexts({ db }: DataContext): Promise<UnreadText[]> {
  const { rows } = await sql<UnreadText>`
    select distinct on (d.kind) d.kind, d.title, d.version, r.read_at
    from legal_document d left join legal_reading r using (kind, version)
    order by d.kind, d.version desc`.execute(db)
  return rows.flatMap(({ kind, title, version, ...row }) =>
    (row as { read_at?: Date | null }).read_at ? [] : [{ kind, title, version }],
  )
}
