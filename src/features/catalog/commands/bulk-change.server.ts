import { sql } from 'kysely'
import { writeAuditLogRows } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import type { AdminProduct } from '../products/admin-contract.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import { valuesOf } from '../products/product-fields.ts'
import type { BulkChange, BulkEffect, BulkInput, ProductChange } from '../products/product-input.ts'
import { listAdminProductsByIds } from '../queries/admin-products.server.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM } from '../rules.ts'
import { catalogChanged, factsOf, lockProducts, subjectOf } from './product-record.server.ts'
import { inTransaction, updateProduct } from './write-product.server.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Changes several products alike, all or none; or previews the change.
 * @throws product_not_found; version_conflict naming the products that were edited since they were read; bulk_refused with the
 *   effects when an applied change does not fit one of the products.
 */
export async function changeProducts(ctx: Context, { products: chosen, change, apply }: BulkInput) {
  const effects = await inTransaction(ctx, {}, async tx => {
    const products = await lockProducts(
      tx,
      chosen.map(({ id }) => id),
    )
    checkVersions(products, chosen)
    const planned = bulkEffects(products, change, await ordersOfOthers(tx, products))
    if (apply) await applyAll(tx, products, planned)
    return planned
  })
  return { applied: apply, effects: effects.map(told) }
}

const told = ({ input: _, ...effect }: PlannedEffect): BulkEffect => effect

function checkVersions(products: readonly AdminProduct[], chosen: BulkInput['products']) {
  const edited = products.filter(({ version }, at) => (chosen[at]!.version ?? version) !== version)
  if (edited.length === 0) return
  throw refuseCommon('version_conflict', { products: edited.map(({ id, name, version }) => ({ id, name, version })) })
}

async function ordersOfOthers(ctx: DataContext, products: readonly AdminProduct[]): Promise<Set<number>> {
  const ids = products.map(({ id }) => id)
  const { rows } = await sql<{ n: number }>`
    select display_order as n from product
    where archived_at is null and display_order is not null and id <> all(${ids}::uuid[])`.execute(ctx.db)
  return new Set(rows.map(({ n }) => n))
}

async function applyAll(tx: TransactionContext, products: readonly AdminProduct[], planned: readonly PlannedEffect[]) {
  if (planned.some(({ problem }) => problem)) throw refuse('bulk_refused', { effects: planned.map(told) })
  const changing = planned.filter(({ changes }) => changes.length > 0)
  await freeDisplayOrders(tx, changing)
  for (const { id, input } of changing) await updateProduct(tx, products.find(product => product.id === id)!, input)
  const ids = changing.map(({ id }) => id)
  const before = new Map(products.map(product => [product.id, factsOf(product)]))
  const changes = (await listAdminProductsByIds(tx, ids)).map(after => ({
    action: 'changed with others',
    subject: subjectOf(after),
    before: before.get(after.id)!,
    after: factsOf(after),
  }))
  await writeAuditLogRows(tx, changes)
  const touched = planned.map(({ id }) => id)
  tx.onCommit(ctx => catalogChanged(ctx, touched))
}

/** Clears the display orders of all moving products first, because two products may swap theirs. */
export async function freeDisplayOrders(ctx: DataContext, changing: readonly Pick<PlannedEffect, 'id' | 'input'>[]) {
  const moving = changing.filter(({ input }) => input.displayOrder !== undefined).map(({ id }) => id)
  if (moving.length > 0)
    await ctx.db.updateTable('product').set({ display_order: null }).where('id', 'in', moving).execute()
}

/** Effect of the change on each product, in the order of selection. */
type PlannedEffect = BulkEffect & { input: ProductChange }

/**
 * Computes the effect of a bulk change on each product, both for the preview and for applying it.
 * @param taken display orders of the products that were not chosen.
 */
function bulkEffects(products: readonly AdminProduct[], change: BulkChange, taken: ReadonlySet<number>) {
  const orders = displayOrders(products.length, change.displayOrder, taken)
  return products.map((product, at): PlannedEffect => {
    const wanted = wantedOf(product, change, orders[at])
    const changes = (Object.keys(wanted) as (keyof typeof wanted)[])
      .map(field => ({ field, before: valuesOf(product)[field], after: wanted[field] }))
      .filter(({ before, after }) => after !== undefined && before !== after)
    const input: ProductChange = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    const price = input.price ?? product.price
    const sale = input.salesPrice === undefined ? product.salesPrice : input.salesPrice
    const problem = isSalePriceFine(price, sale) ? null : SALE_PRICE_PROBLEM
    return { id: product.id, name: product.name, changes, problem, input }
  })
}

function wantedOf(product: AdminProduct, change: BulkChange, displayOrder: number | null | undefined) {
  const { price, tier, category, inStock, salePercent } = change
  const salesPrice = salePercent === undefined ? change.salesPrice : percentBelow(price ?? product.price, salePercent)
  return { price, salesPrice, tier, category, inStock, displayOrder }
}

/** Dollars, rounded to whole cents. */
const percentBelow = (price: number, percent: number) => toDollars(Math.round((toCents(price) * (100 - percent)) / 100))

/** The first free display orders, from `first` on; null and undefined apply to all products alike. */
function displayOrders(count: number, first: number | null | undefined, taken: ReadonlySet<number>) {
  if (first === null || first === undefined) return Array.from({ length: count }, () => first)
  const orders: number[] = []
  for (let order = first; orders.length < count; order++) if (!taken.has(order)) orders.push(order)
  return orders
}
