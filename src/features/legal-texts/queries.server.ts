import { sql } from 'kysely'
import { ACCEPTED_KINDS, KINDS, type Kind, type LegalClause } from '#features/legal/contract.ts'
import { readStoredSettings } from '#features/settings/queries.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import type { LegalPreview, LegalTemplate } from './contract.ts'
import { FIELDS, fieldOf } from './legal-fields.ts'
import { legalFactsOf, legalTextsOf, type OwnTexts } from './legal-texts.ts'
import { SHIPPED_TEMPLATES, shippedClausesOf } from './shipped/shipped-templates.ts'
import type { TemplateClause } from './template.ts'
import { templateProblems, whyKept } from './template-check.server.ts'

export type StoredTemplate = {
  version: number
  clauses: TemplateClause[] | null
  draft: TemplateClause[] | null
  seen: TemplateClause[]
  updatedAt: Date | null
}

export const TEMPLATE_COLUMNS = ['kind', 'version', 'clauses', 'draft', 'seen', 'updated_at'] as const
type Row = { kind: string; version: number; clauses: unknown; draft: unknown; seen: unknown; updated_at: Date }

export const storedTemplateOf = (kind: Kind, row: Row | undefined): StoredTemplate =>
  row
    ? {
        version: row.version,
        clauses: row.clauses as TemplateClause[] | null,
        draft: row.draft as TemplateClause[] | null,
        seen: row.seen as TemplateClause[],
        updatedAt: row.updated_at,
      }
    : { version: 0, clauses: null, draft: null, seen: shippedClausesOf(kind), updatedAt: null }

async function listStored(ctx: DataContext): Promise<Map<Kind, StoredTemplate>> {
  const rows = await ctx.db.selectFrom('legal_template').select(TEMPLATE_COLUMNS).execute()
  return new Map(
    KINDS.map(kind => [
      kind,
      storedTemplateOf(
        kind,
        rows.find(row => row.kind === kind),
      ),
    ]),
  )
}

const ownOf = (stored: ReadonlyMap<Kind, StoredTemplate>): OwnTexts =>
  Object.fromEntries(
    [...stored].flatMap(([kind, { clauses, version }]) => (clauses ? [[kind, { clauses, version }]] : [])),
  )

/** The texts that staff have edited and published. */
export const readOwnTexts = async (ctx: DataContext): Promise<OwnTexts> => ownOf(await listStored(ctx))

type InForce = { version: number; publishedAt: string; clauses: LegalClause[] }

async function listInForce(ctx: DataContext): Promise<Map<Kind, InForce>> {
  const { rows } = await sql<{ kind: Kind; version: number; published_at: Date; clauses: LegalClause[] }>`
    select distinct on (kind) kind, version, published_at, clauses from legal_document order by kind, version desc`.execute(
    ctx.db,
  )
  return new Map(
    rows.map(({ kind, version, published_at, clauses }) => [
      kind,
      { version, publishedAt: published_at.toISOString(), clauses },
    ]),
  )
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(plain(a)) === JSON.stringify(plain(b))
/** jsonb does not keep the order of an object's keys. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, plain(part)])
}

/** True for the clauses of the shipped text. */
export const isShipped = (kind: Kind, clauses: readonly TemplateClause[]): boolean =>
  isSame(clauses, shippedClausesOf(kind))

function summaryOf(kind: Kind, stored: StoredTemplate, inForce: InForce | undefined) {
  return {
    kind,
    title: SHIPPED_TEMPLATES[kind].title,
    version: stored.version,
    isOwn: stored.clauses !== null,
    hasDraft: stored.draft !== null,
    isShippedNewer: stored.clauses !== null && !isShipped(kind, stored.seen),
    inForce: inForce ? { version: inForce.version, publishedAt: inForce.publishedAt } : null,
  }
}

/** The five texts with what stands of each. */
export async function listTemplates(ctx: DataContext) {
  const [stored, inForce] = [await listStored(ctx), await listInForce(ctx)]
  return { texts: KINDS.map(kind => summaryOf(kind, stored.get(kind)!, inForce.get(kind))) }
}

/** A text for its editor. */
export async function readTemplate(ctx: DataContext, kind: Kind): Promise<LegalTemplate> {
  const [all, inForce] = [await listStored(ctx), await listInForce(ctx)]
  const { settings } = await readStoredSettings(ctx)
  const stored = all.get(kind)!
  const shipped = SHIPPED_TEMPLATES[kind]
  const facts = legalFactsOf(settings, ownOf(all))
  const summary = summaryOf(kind, stored, inForce.get(kind))
  return {
    ...summary,
    clauses: stored.draft ?? stored.clauses ?? shippedClausesOf(kind),
    shipped: shippedClausesOf(kind),
    shippedChanges: summary.isShippedNewer ? await differenceIn(stored.seen, shippedClausesOf(kind)) : [],
    fields: Object.entries(FIELDS).map(([name, { label }]) => ({
      name,
      label,
      value: fieldOf(name)!.valueOf(facts),
    })),
    computed: Object.entries(shipped.computed).map(([name, { label, why, blocksOf }]) => ({
      name,
      label,
      why,
      blocks: blocksOf(facts),
    })),
    kept: shipped.clauses.flatMap(clause => {
      const why = whyKept(shipped, clause)
      return why === undefined ? [] : [{ name: clause.name, why }]
    }),
  }
}

/** Templates compared as they are written: fields in braces, computed blocks by their names. */
async function differenceIn(before: readonly TemplateClause[], after: readonly TemplateClause[]) {
  const { differenceOf } = await import('./difference.server.ts')
  const written = (clauses: readonly TemplateClause[]): LegalClause[] =>
    clauses.map(({ title, blocks }) => ({
      title,
      blocks: blocks.map(block =>
        block.kind === 'text'
          ? block.text
          : block.kind === 'list'
            ? { points: block.points }
            : `{computed: ${block.name}}`,
      ),
    }))
  return differenceOf(written(before), written(after)).filter(({ parts }) =>
    parts.some(({ change }) => change !== 'same'),
  )
}

/** What a publication of these clauses would change. @param clauses null: the shipped ones. */
export async function readPreview(
  ctx: DataContext,
  kind: Kind,
  clauses: readonly TemplateClause[] | null,
): Promise<LegalPreview> {
  if (clauses) await requirePublishable(ctx, kind, clauses)
  const [stored, inForce] = [await listStored(ctx), await listInForce(ctx)]
  const { settings } = await readStoredSettings(ctx)
  const { [kind]: _, ...others } = ownOf(stored)
  const own = clauses ? { ...others, [kind]: { clauses, version: 0 } } : others
  const changed = legalTextsOf(settings, own).filter(text => !isSame(text.clauses, inForce.get(text.kind)?.clauses))
  const text = legalTextsOf(settings, own).find(other => other.kind === kind)!
  const { differenceOf } = await import('./difference.server.ts')
  const told = changed.some(other => (ACCEPTED_KINDS as readonly Kind[]).includes(other.kind))
  return {
    lines: differenceOf(inForce.get(kind)?.clauses ?? [], text.clauses),
    isChanged: changed.some(other => other.kind === kind),
    nextVersion: (inForce.get(kind)?.version ?? 0) + 1,
    notified: told ? await countUsers(ctx) : 0,
    alsoChanged: changed.filter(other => other.kind !== kind).map(({ title }) => title),
  }
}

/** @throws invalid_input with a sentence per problem. */
export async function requirePublishable(
  ctx: DataContext,
  kind: Kind,
  clauses: readonly TemplateClause[],
): Promise<void> {
  const { settings } = await readStoredSettings(ctx)
  const errors = templateProblems(kind, clauses, legalFactsOf(settings, await readOwnTexts(ctx)))
  if (Object.keys(errors).length > 0) throw refuse('invalid_input', {}, errors)
}

/** Users whose dashboard tells of a new version. */
async function countUsers({ db }: DataContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users where deleted_at is null and merged_into is null`.execute(db)
  return rows[0]!.count
}
