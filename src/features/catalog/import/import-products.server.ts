import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { textOfCell } from '#kernel/api/files/csv.server.ts'
import { type Change, writeAuditLogRows } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { refusals, refuse as refuseInput } from '#platform/errors.ts'
import { freeDisplayOrders } from '../commands/bulk-change.server.ts'
import { catalogChanged, factsOf, lockProducts, subjectOf } from '../commands/product-record.server.ts'
import { insertProducts, inTransaction, updateProduct } from '../commands/write-product.server.ts'
import { type ImportAnswer, type ImportInput, type ImportItem, MAX_LINES } from '../products/admin-contract.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import type { NewProduct } from '../products/product-input.ts'
import { listAdminProductsByIds } from '../queries/admin-products.server.ts'
import { HEADERS, type Line } from './columns.ts'
import { type Known, type Planned, planImport } from './plan-import.ts'

const refuse = refusals(CATALOG_ERRORS)

const SHOWN = 500

/**
 * Previews a CSV of products, or applies it in one transaction: all or nothing. Preview and apply share one function, and the
 * fingerprint proves that the applied plan is the previewed one.
 * @throws invalid_input when the file cannot be read; import_changed (with the new preview) when the store or the file has changed
 *   since the preview; import_refused (with the preview) when a line cannot be applied.
 */
export async function importProducts(ctx: Context, { csv, fingerprint }: ImportInput): Promise<ImportAnswer> {
  const lines = await runCostly(ctx, 'imports', async () => readLines(csv))
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

type Stored = { id: string; slug: string; display_order: number | null; is_in_store: boolean; is_deleted: boolean }

/** Reads the part of the store that the plan needs. @param isLocked locks these rows until the transaction ends. */
async function knownOf(tx: TransactionContext, lines: readonly Line[], isLocked: boolean): Promise<Known> {
  const { rows } = await sql<Stored>`
    select id, slug, display_order, archived_at is null as is_in_store,
      archived_at is not null and draft_since is null as is_deleted from product`.execute(tx.db)
  const named = new Set(lines.map(({ cells }) => cells.address?.trim()))
  const ids = rows.filter(row => !row.is_deleted && named.has(row.slug)).map(({ id }) => id)
  const products = isLocked ? await lockProducts(tx, ids) : await listAdminProductsByIds(tx, ids)
  const skus = await sql<{ sku: string; product_id: string }>`
    select sku, product_id from product_variant where archived_at is null`.execute(tx.db)
  const references = lines.flatMap(
    ({ cells }) => `${cells.images ?? ''} ${cells.variantImage ?? ''}`.match(/s3:\S+/g) ?? [],
  )
  const pictures = await sql<{ key: string }>`
    select key from picture where key = any(${references.map(image => image.slice('s3:'.length))}::text[])`.execute(
    tx.db,
  )
  const inStore = rows.filter(row => row.is_in_store)
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
  const changes = (await listAdminProductsByIds(tx, ids)).map((after): Change => {
    const was = before.get(after.id)
    const action = was ? 'changed by import' : 'created by import'
    return { action, subject: subjectOf(after), ...(was && { before: was }), after: factsOf(after) }
  })
  await writeAuditLogRows(tx, changes)
  tx.onCommit(ctx => catalogChanged(ctx, ids))
}

/** The file cannot be read at all. */
const unreadable = (why: string) => refuseInput('invalid_input', {}, { csv: [why] })

/**
 * Reads the lines of a product CSV with csv-parse. Columns may stand in any order and case, separated by commas, semicolons or
 * tabs.
 * @throws invalid_input with the reason
 */
function readLines(csv: string): Line[] {
  const [head, ...records] = recordsOf(csv)
  if (!head) throw unreadable('The file is empty.')
  const columns = head.record.map(columnOf)
  const twice = columns.find((column, at) => columns.indexOf(column) !== at)
  if (twice) throw unreadable(`The column ${twice} is there twice.`)
  if (!columns.includes('address') && !columns.includes('name'))
    throw unreadable('The file needs a column "address", or "name" for new products.')
  if (records.length > MAX_LINES) throw unreadable(`The file has more than ${MAX_LINES} lines.`)
  return records.map(({ record, line }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, at) => [column, textOfCell(record[at]!)])),
  }))
}

/** `line` is the first line of the record; a cell may span several lines. */
type Parsed = { record: string[]; line: number }

const breaksIn = (record: readonly string[]) =>
  record.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

function recordsOf(csv: string): Parsed[] {
  try {
    const records = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 200_000,
      // Empty rows are not counted.
      to: MAX_LINES + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ record, line: info.lines - breaksIn(record) }))
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`This file is not a readable CSV: ${error.message}.`)
    throw error
  }
}

/** The most frequent separator of the header line; no column name contains one. */
function delimiterOf(csv: string): string {
  const [first = ''] = csv.split('\n', 1)
  const counted = [',', ';', '\t'].map(sign => ({ sign, count: first.split(sign).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

const KNOWN = new Map(HEADERS.map(column => [column.toLowerCase(), column]))

function columnOf(name: string): string {
  const column = KNOWN.get(
    name
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  )
  if (!column) throw unreadable(`The column "${name.slice(0, 60)}" is not known. Known are: ${HEADERS.join(', ')}.`)
  return column
}
