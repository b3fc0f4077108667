import { sql } from 'kysely'
import { readLastEditor } from '#features/audit-log/queries.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { pairLines } from '#kernel/fields/field-kinds.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import type { AdminProduct, AdminVariant } from '../products/admin-contract.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import { fieldOf, PRODUCT, valuesOf } from '../products/product-fields.ts'
import { listAdminProductsByIds } from '../queries/admin-products.server.ts'
import { optionsInWords } from '../rules.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Reads and locks products of the store and drafts until the caller's transaction ends, in the order of the given ids. Blocks edits, sales
 * and returns of these products. Rows that only reference them (orders, carts) do not wait.
 * @throws product_not_found when a product does not exist or has left the store.
 */
export async function lockProducts(tx: TransactionContext, ids: readonly string[]): Promise<AdminProduct[]> {
  // In the order of their ids, as everywhere, so that two transactions do not deadlock.
  await sql`select from product where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx.db)
  await sql`
    select from product_variant where product_id = any(${ids}::uuid[]) and archived_at is null
    order by id for no key update`.execute(tx.db)
  const found = new Map((await listAdminProductsByIds(tx, ids)).map(product => [product.id, product]))
  return ids.map(id => {
    const product = found.get(id)
    if (!product || product.deletedAt) throw refuse('product_not_found')
    return product
  })
}

/** @throws version_conflict with the name and time of a concurrent edit. */
export async function checkVersion(
  ctx: DataContext,
  product: AdminProduct,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === product.version) return
  const editor = await readLastEditor(ctx, 'product', product.id)
  throw refuseCommon('version_conflict', { version: product.version, at: product.updatedAt, ...editor })
}

/** A product as the subject of an audit log row. */
export const subjectOf = ({ id, name }: Pick<AdminProduct, 'id' | 'name'>) =>
  ({ type: 'product', id, label: name }) as const

/** Label of a variant: "TEE-M (M, Coyote)". */
const variantName = ({ sku, options }: AdminVariant) => [sku, optionsInWords(options)].filter(Boolean).join(' · ')

const fieldFacts = (product: AdminProduct) => {
  const values = valuesOf(product)
  return Object.fromEntries(
    PRODUCT.names.map(name => [
      fieldOf(name).fact ?? name,
      name === 'specifications' ? pairLines(values[name]) : values[name],
    ]),
  )
}

/** A product as the audit log stores it: flat, in the words of the form, with the stock of each variant by SKU. */
export const factsOf = (product: AdminProduct) => ({
  ...fieldFacts(product),
  pictures: product.pictures.map(({ image, alt }) => `${image} (${alt})`),
  variants: product.variants.map(variantName),
  ...Object.fromEntries(product.variants.map(({ sku, stockOnHand }) => [`stock of ${sku}`, stockOnHand])),
  ...Object.fromEntries(
    product.variants.flatMap(({ sku, price }) => (price === null ? [] : [[`price of ${sku}`, price]])),
  ),
  ...Object.fromEntries(
    product.variants.flatMap(({ sku, weightGrams }) =>
      weightGrams === null ? [] : [[`weight of ${sku}`, `${weightGrams} g`]],
    ),
  ),
  ...Object.fromEntries(
    product.variants.flatMap(({ sku, place }) => (place === null ? [] : [[`shelf of ${sku}`, place]])),
  ),
})

/** Tags per signal to the other processes. */
const AT_ONCE = 100

/** Invalidates cached responses that show these products. */
export function catalogChanged(ctx: Context, ids: readonly string[]): void {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    ctx.changed('products', ...ids.slice(at, at + AT_ONCE).map(id => `product:${id}`))
}
