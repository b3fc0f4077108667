import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Change, writeAuditLogRows } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { freeDisplayOrders } from '../commands/bulk-change.server.ts'
import { catalogChanged } from '../commands/catalog-changed.server.ts'
import { lockProducts } from '../commands/locked-products.server.ts'
import { factsOf, subjectOf } from '../commands/product-facts.server.ts'
import { insertProducts, inTransaction, updateProduct } from '../commands/write-product.server.ts'
import { CATALOG_ERRORS } from '../contract.ts'
import type { NewProduct } from '../products/product-input.ts'
import { adminProductsOf } from '../queries/admin-products.server.ts'
import type { Line } from './columns.ts'
import type { Known, Planned } from './import-clashes.ts'
import type { ImportAnswer, ImportInput, ImportItem } from './import-contract.ts'
import { planImport } from './plan-import.ts'
import { readLines } from './read-lines.server.ts'

const refuse = refusals(CATALOG_ERRORS)

const SHOWN = 500

/**
 * Previews a CSV of products, or applies it in one transaction: all or nothing. Preview and apply share one function, and the
 * fingerprint proves that the applied plan is the previewed one.
 * @throws invalid_input when the file cannot be read; import_changed (with the new preview) when the store or the file has changed
 *   since the preview; import_refused (with the preview) when a line cannot be applied.
 */
export async function importProducts(ctx: Context, { csv, fingerprint }: ImportInput): Promise<ImportAnswer> {
  const lines = readLines(csv)
  const isApplied = fingerprint !== undefined
  return inTransaction(ctx, {}, async tx => {
    const planned = planImport(lines, await knownOf(tx, lines, isApplied))
    const preview = answerOf(planned)
    if (!isApplied) return preview
    if (preview.fingerprint !== fingerprint) throw refuse('import_changed', { preview })
    if (preview.counts.refuse > 0) throw refuse('import_refused', { preview })
    await applyAll(tx, planned)
    return { ...preview, applied: true }
  })
}

/** Reads the part of the store that the plan needs. @param isLocked locks these rows until the transaction ends. */
async function knownOf(tx: TransactionContext, lines: readonly Line[], isLocked: boolean): Promise<Known> {
  const { rows } = await sql<{ id: string; slug: string; display_order: number | null; is_deleted: boolean }>`
    select id, slug, display_order, archived_at is not null as is_deleted from product`.execute(tx.db)
  const named = new Set(lines.map(({ cells }) => cells.address?.trim()))
  const ids = rows.filter(row => !row.is_deleted && named.has(row.slug)).map(({ id }) => id)
  const products = isLocked ? await lockProducts(tx, ids) : await adminProductsOf(tx, ids)
  const skus = await sql<{ sku: string; product_id: string }>`
    select sku, product_id from product_variant where archived_at is null`.execute(tx.db)
  const references = lines.flatMap(
    ({ cells }) => `${cells.images ?? ''} ${cells.variantImage ?? ''}`.match(/s3:\S+/g) ?? [],
  )
  const pictures = await sql<{ key: string }>`
    select key from picture where key = any(${references.map(image => image.slice('s3:'.length))}::text[])`.execute(
    tx.db,
  )
  const inStore = rows.filter(row => !row.is_deleted)
  return {
    products: new Map(products.map(product => [product.slug, product])),
    addresses: new Map(rows.map(row => [row.slug, { id: row.id, isDeleted: row.is_deleted }])),
    displayOrders: new Map(inStore.flatMap(row => (row.display_order === null ? [] : [[row.display_order, row.id]]))),
    skus: new Map(skus.rows.map(row => [row.sku, row.product_id])),
    images: new Set(pictures.rows.map(({ key }) => `s3:${key}`)),
  }
}

function answerOf(planned: readonly Planned[]): ImportAnswer {
  const counts = { create: 0, change: 0, same: 0, refuse: 0 }
  for (const { action } of planned) counts[action]++
  const items = planned.filter((item): item is Planned & ImportItem => item.action !== 'same')
  // The fingerprint leaves out the stock numbers, which sales change, and includes each product's version.
  const essence = items.map(({ line, action, changes, product }) => [
    line,
    action,
    changes,
    product?.id,
    product?.version,
  ])
  return {
    applied: false,
    counts,
    items: items
      .map(({ line, name, action, changes, problems }) => ({ line, name, action, changes, problems }))
      .sort((a, b) => Number(b.action === 'refuse') - Number(a.action === 'refuse') || a.line - b.line)
      .slice(0, SHOWN),
    fingerprint: createHash('sha256').update(JSON.stringify(essence)).digest('base64url'),
  }
}

async function applyAll(tx: TransactionContext, planned: readonly Planned[]): Promise<void> {
  const changing = planned.filter(({ action }) => action === 'change')
  await freeDisplayOrders(
    tx,
    changing.map(({ product, input }) => ({ id: product!.id, input })),
  )
  for (const { product, input } of changing) await updateProduct(tx, product!, input)
  const created = await insertProducts(
    tx,
    planned.flatMap(({ action, input }) => (action === 'create' ? [input as NewProduct] : [])),
  )

  const before = new Map(changing.map(({ product }) => [product!.id, factsOf(product!)]))
  const ids = [...before.keys(), ...created]
  const changes = (await adminProductsOf(tx, ids)).map((after): Change => {
    const was = before.get(after.id)
    const action = was ? 'changed by import' : 'created by import'
    return { action, subject: subjectOf(after), ...(was && { before: was }), after: factsOf(after) }
  })
  await writeAuditLogRows(tx, changes)
  tx.onCommit(ctx => catalogChanged(ctx, ids))
}
