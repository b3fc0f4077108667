import { sql } from 'kysely'
import { requireAlso } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { toCents } from '#kernel/values/money.ts'
import { refusals, refuse as refuseInput } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { AdminProduct } from '../products/admin-contract.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import { FIELDS, PRODUCT } from '../products/product-fields.ts'
import { isNoImage, type NewProduct, type ProductChange, type VariantInput } from '../products/product-input.ts'
import { readAdminProduct } from '../queries/admin-products.server.ts'
import { isSalePriceFine, productSlugOf, SALE_PRICE_PROBLEM } from '../rules.ts'
import { changesCredits } from './credit-terms.server.ts'
import { named } from './named-refusals.server.ts'
import { catalogChanged, checkVersion, factsOf, lockProducts, subjectOf } from './product-record.server.ts'
import { publishProduct } from './publish-product.server.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Creates a product in the store, or a draft.
 * @returns its id.
 * @throws invalid_input (sale price, pictures that were not uploaded), slug_taken, sku_taken, display_order_taken
 */
export async function createProduct(ctx: Context, input: NewProduct): Promise<string> {
  return inTransaction(ctx, input, async tx => {
    const [id] = await insertProducts(tx, [input])
    const after = await readAdminProduct(tx, id!)
    await writeAuditLog(tx, { action: 'created', subject: subjectOf(after), after: factsOf(after) })
    tx.onCommit(ctx => catalogChanged(ctx, [after.id]))
    return after.id
  })
}

/** Rows per statement: a product takes 17 of PostgreSQL's 65,535 parameters. */
const BATCH = 500

/**
 * Inserts new products, without an audit log row; a few statements for hundreds.
 * @returns their ids, in input order.
 */
export async function insertProducts(tx: TransactionContext, inputs: readonly NewProduct[]): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < inputs.length; at += BATCH) {
    const products = inputs.slice(at, at + BATCH).map(input => {
      checkSalePrice(input.price, input.salesPrice ?? null)
      if (input.entries ?? PRODUCT.initial.entries) requireAlso(tx, 'credits.change')
      return { ...PRODUCT.initial, category: input.tier ?? FIELDS.tier.blank, ...input, id: newId() }
    })
    // In an import each product names its slug; only a single new product gets one from its name.
    const slugs: string[] = []
    for (const { slug, name } of products) slugs.push(slug ?? (await freeSlug(tx, name)))
    const rows = products.map((product, n) => ({
      ...PRODUCT.columnsOf(product),
      id: product.id,
      slug: slugs[n]!,
      created_at: tx.now(),
      updated_at: tx.now(),
      ...(product.isDraft && { draft_since: tx.now(), archived_at: tx.now() }),
    }))
    await tx.db.insertInto('product').values(rows).execute()
    await insertPictures(
      tx,
      products.flatMap(product => pictureRows(product.id, product.name, picturesOf(product))),
    )
    const variants = products.map(({ variants, stock }, n) => {
      return variants ?? [{ sku: slugs[n]!.toUpperCase().slice(0, 64), options: {}, stock: stock ?? null }]
    })
    await insertVariants(
      tx,
      products.map(({ id }, n) => ({ productId: id, variants: variants[n]! })),
    )
    ids.push(...products.map(({ id }) => id))
  }
  return ids
}

/**
 * Changes the given fields of a product or a draft; `isDraft: false` publishes a draft, once.
 * @throws as createProduct, and product_not_found, stock_held, version_conflict (only when the version is given), already_public, example_facts
 */
export async function changeProduct(ctx: Context, id: string, { version, ...input }: ProductChange): Promise<void> {
  await inTransaction(ctx, input, async tx => {
    const [before] = await lockProducts(tx, [id])
    await checkVersion(tx, before!, version)
    if (input.isDraft && !before!.isDraft) throw refuse('already_public')
    await updateProduct(tx, before!, withoutAnswers(input, before!))
    const isPublished = before!.isDraft && input.isDraft === false
    const after = await readAdminProduct(tx, id)
    if (isPublished) await publishProduct(tx, after)
    const [was, is] = [factsOf(before!), factsOf(after)]
    await writeAuditLog(tx, {
      action: isPublished ? 'published' : 'changed',
      subject: subjectOf(after),
      before: { ...was, ...(isPublished && { draft: true }) },
      after: { ...is, ...(isPublished && { draft: false }) },
    })
    tx.onCommit(ctx => catalogChanged(ctx, [id]))
  })
}

/**
 * Drops what an answer of the shop tells otherwise than it is stored, when the answer is sent back: `inStock` there also depends on the
 * stock, and a variant's `stock` is told up to ten. Without a change by the caller both stay as they are.
 */
function withoutAnswers(input: ProductChange, before: AdminProduct): ProductChange {
  const isAnswer = input.rating !== undefined || input.reviews !== undefined
  const { inStock, variants, ...rest } = input
  const onHand = new Map(before.variants.map(({ id, stockOnHand }) => [id, stockOnHand]))
  const kept = variants?.map(variant => {
    const stock = variant.id === undefined ? undefined : onHand.get(variant.id)
    const isTold = variant.inStock !== undefined && variant.stockSeen === undefined && stock !== undefined
    return isTold ? { ...variant, stock, stockSeen: stock } : variant
  })
  return {
    ...rest,
    ...(inStock !== undefined && !(isAnswer && inStock === before.inStock) && { inStock }),
    ...(kept && { variants: kept }),
  }
}

/**
 * Changes the given fields, without an audit log row. Every door passes here: one product, many, and an import.
 * @throws Unauthorized for other credits, or credits at another price, without the right to change credits.
 * @param before the current product, locked (`lockProducts`).
 */
export async function updateProduct(tx: TransactionContext, before: AdminProduct, input: ProductChange): Promise<void> {
  const price = input.price ?? before.price
  const sale = input.salesPrice === undefined ? before.salesPrice : input.salesPrice
  checkSalePrice(price, sale)
  if (changesCredits(before, input)) requireAlso(tx, 'credits.change')
  const changes = { ...PRODUCT.columnsOf(input), updated_at: tx.now() }
  await tx.db
    .updateTable('product')
    .set(changes)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  const pictures = picturesOf(input)
  if (pictures) await replacePictures(tx, before.id, input.name ?? before.name, pictures)
  if (input.variants) await replaceVariants(tx, before.id, input.variants)
}

/** Runs the work in one transaction; a violated constraint becomes a refusal. @param input the values that the refusal names. */
export const inTransaction = <T>(
  ctx: Context,
  input: ProductChange,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> =>
  transact(ctx, work).catch(error => {
    throw named(error, input)
  })

function checkSalePrice(price: number, salePrice: number | null) {
  if (!isSalePriceFine(price, salePrice)) throw refuseInput('invalid_input', {}, { salesPrice: [SALE_PRICE_PROBLEM] })
}

type PictureInput = { image: string; alt?: string }

/** The given pictures, from any of the three fields; undefined when none is given. */
function picturesOf({ pictures, images, image }: ProductChange): PictureInput[] | undefined {
  if (pictures) return pictures
  if (!images && !image) return undefined
  const all = [image ?? '', ...(images ?? [])].filter(one => !isNoImage(one))
  return [...new Set(all)].map(one => ({ image: one }))
}

async function replacePictures(ctx: DataContext, productId: string, name: string, pictures: PictureInput[]) {
  await ctx.db.deleteFrom('product_image').where('product_id', '=', productId).execute()
  await insertPictures(ctx, pictureRows(productId, name, pictures))
}

const pictureRows = (productId: string, name: string, pictures: PictureInput[] = []) =>
  pictures.map(({ image, alt }, position) => ({
    product_id: productId,
    position,
    picture_key: image.slice('s3:'.length),
    alt: alt || name,
  }))

async function insertPictures(ctx: DataContext, rows: ReturnType<typeof pictureRows>) {
  for (let at = 0; at < rows.length; at += BATCH)
    await ctx.db
      .insertInto('product_image')
      .values(rows.slice(at, at + BATCH))
      .execute()
}

/** The slug of a name, with a number appended when other products have it. */
async function freeSlug(ctx: DataContext, name: string): Promise<string> {
  const slug = productSlugOf(name)
  const { rows } = await sql<{ slug: string }>`
    select slug from product where slug = ${slug} or slug ~ ${`^${slug}-[0-9]+$`}`.execute(ctx.db)
  const taken = new Set(rows.map(row => row.slug))
  if (!taken.has(slug)) return slug
  for (let n = 2; ; n++) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`
}

/**
 * Replaces the variants of a product, in this order. A variant that is left out leaves the store;
 * orders that hold or bought it still reference it. With `stockSeen` only the difference is applied, so an edit does not undo
 * sales since the form was opened.
 */
async function replaceVariants(
  tx: TransactionContext,
  productId: string,
  variants: readonly VariantInput[],
): Promise<void> {
  const rows = variants.map((variant, position) => ({
    ...rowOf(variant, position),
    id: variant.id ?? newId(),
    seen: variant.stockSeen ?? null,
    keeps_price: variant.price === undefined,
    keeps_weight: variant.weightGrams === undefined,
    keeps_place: variant.place === undefined,
  }))
  await tx.db
    .updateTable('product_variant')
    .set({ archived_at: tx.now() })
    .where('product_id', '=', productId)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`id <> all(${rows.map(row => row.id)}::uuid[])`)
    .execute()
  const { numAffectedRows } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id uuid, sku text, options jsonb, price_cents integer, keeps_price boolean, weight_grams integer,
          keeps_weight boolean, place text, keeps_place boolean, stock integer, seen integer, position smallint, picture_key text)
    )
    insert into product_variant as v
      (id, product_id, sku, options, price_cents, weight_grams, place, stock_on_hand, position, picture_key)
    select id, ${productId}, sku, options, price_cents, weight_grams, place, stock, position, picture_key from given
    on conflict (id) do update set
      sku = excluded.sku, options = excluded.options, position = excluded.position,
      picture_key = excluded.picture_key, archived_at = null,
      price_cents = case when (select keeps_price from given where given.id = excluded.id)
        then v.price_cents else excluded.price_cents end,
      weight_grams = case when (select keeps_weight from given where given.id = excluded.id)
        then v.weight_grams else excluded.weight_grams end,
      place = case when (select keeps_place from given where given.id = excluded.id) then v.place else excluded.place end,
      stock_on_hand = excluded.stock_on_hand
        + coalesce(v.stock_on_hand - (select seen from given where given.id = excluded.id), 0)
      where v.product_id = excluded.product_id`.execute(tx.db)
  if (numAffectedRows !== BigInt(rows.length))
    throw refuseInput('invalid_input', {}, { variants: ['One of these variants belongs to another product.'] })
}

const rowOf = ({ sku, options, price, weightGrams, place, stock, image }: VariantInput, position: number) => ({
  sku,
  options,
  price_cents: price == null ? null : toCents(price),
  weight_grams: weightGrams ?? null,
  place: place ?? null,
  stock,
  position,
  picture_key: image ? image.slice('s3:'.length) : null,
})

/** Inserts the variants of new products, in one statement. */
async function insertVariants(
  tx: TransactionContext,
  products: readonly { productId: string; variants: readonly VariantInput[] }[],
): Promise<void> {
  const rows = products.flatMap(({ productId, variants }) =>
    variants.map((variant, position) => ({ ...rowOf(variant, position), id: newId(), product_id: productId })),
  )
  await sql`
    insert into product_variant
      (id, product_id, sku, options, price_cents, weight_grams, place, stock_on_hand, position, picture_key)
    select id, product_id, sku, options, price_cents, weight_grams, place, stock, position, picture_key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (id uuid, product_id uuid, sku text, options jsonb, price_cents integer, weight_grams integer, place text,
        stock integer, position smallint, picture_key text)`.execute(tx.db)
}
