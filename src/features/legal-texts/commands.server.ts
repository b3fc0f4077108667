import { readLastEditor } from '#features/audit-log/queries.server.ts'
import { lockDocuments, publishDocuments } from '#features/legal/commands.server.ts'
import type { Kind } from '#features/legal/contract.ts'
import { readStoredSettings } from '#features/settings/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refuse } from '#platform/errors.ts'
import { legalTextsOf } from './legal-texts.ts'
import {
  isShipped,
  readOwnTexts,
  requirePublishable,
  type StoredTemplate,
  storedTemplateOf,
  TEMPLATE_COLUMNS,
} from './queries.server.ts'
import { SHIPPED_TEMPLATES, shippedClausesOf } from './shipped/shipped-templates.ts'
import type { TemplateClause } from './template.ts'

type Edit = { version: number; clauses: TemplateClause[] | null }

/** Saves a draft of a text; null deletes it. @throws version_conflict; invalid_input with a sentence per problem. */
export const saveDraft = (ctx: Context, kind: Kind, { version, clauses }: Edit): Promise<void> =>
  transact(ctx, async tx => {
    const before = await lockTemplate(tx, kind, version)
    if (clauses) await requirePublishable(tx, kind, clauses)
    await writeTemplate(tx, kind, { ...before, draft: clauses, seen: shippedClausesOf(kind) })
    await writeDown(tx, {
      kind,
      action: clauses ? 'saved a draft of' : 'dropped the draft of',
      version: version + 1,
      clauses,
    })
  })

/**
 * Publishes a text, and each other one that names the number of a clause in it. Users are told of a new wording; words that stay the same
 * make no version. @param edit null clauses: the shipped text. @throws as `saveDraft`.
 */
export const publishText = (ctx: Context, kind: Kind, { version, clauses }: Edit): Promise<void> =>
  transact(ctx, async tx => {
    await lockDocuments(tx)
    const before = await lockTemplate(tx, kind, version)
    if (clauses) await requirePublishable(tx, kind, clauses)
    const own = clauses && !isShipped(kind, clauses) ? clauses : null
    await writeTemplate(tx, kind, { ...before, clauses: own, draft: null, seen: shippedClausesOf(kind) })
    await publishTextsInForce(tx)
    await writeDown(tx, {
      kind,
      action: own ? 'published' : 'published the shipped',
      version: version + 1,
      clauses: own,
    })
  })

/** Keeps staff's own text after a release changed the shipped one. @throws version_conflict. */
export const keepOwnText = (ctx: Context, kind: Kind, version: number): Promise<void> =>
  transact(ctx, async tx => {
    const before = await lockTemplate(tx, kind, version)
    await writeTemplate(tx, kind, { ...before, seen: shippedClausesOf(kind) })
    await writeDown(tx, {
      kind,
      action: 'kept beside a new shipped text',
      version: version + 1,
      clauses: before.clauses,
    })
  })

/** Publishes all texts under the stored settings; the caller holds the lock of the publication. */
export async function publishTextsInForce(tx: TransactionContext): Promise<void> {
  const { settings } = await readStoredSettings(tx)
  await publishDocuments(tx, legalTextsOf(settings, await readOwnTexts(tx)))
}

/** Locks the template of a text. @throws version_conflict for a version that is not the stored one. */
async function lockTemplate(tx: TransactionContext, kind: Kind, version: number): Promise<StoredTemplate> {
  // A first edit has no row to lock, and of two the second must wait.
  await lockDocuments(tx)
  const row = await tx.db
    .selectFrom('legal_template')
    .select(TEMPLATE_COLUMNS)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  const stored = storedTemplateOf(kind, row)
  if (stored.version !== version)
    throw refuse('version_conflict', {
      version: stored.version,
      at: stored.updatedAt?.toISOString(),
      ...(await readLastEditor(tx, 'legal-text', kind)),
    })
  return stored
}

async function writeTemplate(tx: TransactionContext, kind: Kind, template: StoredTemplate): Promise<void> {
  const { clauses, draft, seen } = template
  const values = {
    version: template.version + 1,
    clauses: clauses && JSON.stringify(clauses),
    draft: draft && JSON.stringify(draft),
    seen: JSON.stringify(seen),
    updated_at: tx.now(),
  }
  await tx.db
    .insertInto('legal_template')
    .values({ kind, ...values })
    .onConflict(conflict => conflict.column('kind').doUpdateSet(values))
    .execute()
}

type Written = { kind: Kind; action: string; version: number; clauses: readonly TemplateClause[] | null }

/** The log has the size of a text: published ones stay readable by version. */
const writeDown = (tx: TransactionContext, { kind, action, version, clauses }: Written) =>
  writeAuditLog(tx, {
    action,
    subject: { type: 'legal-text', id: kind, label: SHIPPED_TEMPLATES[kind].title },
    after: { version, ...(clauses && { clauses: clauses.length, characters: JSON.stringify(clauses).length }) },
  })
