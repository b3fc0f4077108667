import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { refusals, refuse as refuseInput } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { toCents } from '#platform/money.ts'
import { CATALOG_ERRORS, DEFAULT_IMAGE } from '../contract.ts'
import { type NewProduct, PRODUCT_DEFAULTS, type ProductChange } from '../product-input.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM, slugOf } from '../rules.ts'
import { named } from './constraints.server.ts'
import { replaceVariants } from './variants.server.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * Puts a new product into the store.
 * @returns its id.
 * @throws invalid_input (sale price, pictures nobody uploaded), slug_taken, sku_taken, display_order_taken
 */
export async function createProduct(ctx: Context, input: NewProduct): Promise<string> {
  const product = { ...PRODUCT_DEFAULTS, category: input.tier ?? PRODUCT_DEFAULTS.tier, ...input }
  checkSalePrice(product.price, product.salesPrice)
  const id = newId()
  await inTransaction(ctx, product, async inner => {
    const slug = product.slug ?? (await freeSlug(inner, product.name))
    await inner.db
      .insertInto('product')
      .values({
        ...columnsOf(product),
        id,
        slug,
        name: product.name,
        price_cents: toCents(product.price),
        category: product.category,
        created_at: ctx.now(),
        updated_at: ctx.now(),
      })
      .execute()
    await replacePictures(inner, id, product.name, picturesOf(product))
    const variants = product.variants ?? [
      { sku: slug.toUpperCase().slice(0, 64), options: {}, stock: product.stock ?? null },
    ]
    await replaceVariants(inner, id, variants)
  })
  ctx.changed('products', `product:${id}`)
  return id
}

/**
 * Changes what is given of a product, and nothing else.
 * @throws as createProduct, and product_not_found, stock_held
 */
export async function changeProduct(ctx: Context, id: string, input: ProductChange): Promise<void> {
  await inTransaction(ctx, input, async inner => {
    const before = await inner.db
      .selectFrom('product')
      .select(['name', 'price_cents', 'sale_price_cents'])
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw refuse('product_not_found')
    const price = input.price === undefined ? before.price_cents : toCents(input.price)
    const sale =
      input.salesPrice === undefined ? before.sale_price_cents : input.salesPrice && toCents(input.salesPrice)
    checkSalePrice(price, sale)
    const changes = { ...columnsOf(input), updated_at: ctx.now() }
    await inner.db.updateTable('product').set(changes).where('id', '=', id).execute()
    const pictures = picturesOf(input)
    if (pictures) await replacePictures(inner, id, input.name ?? before.name, pictures)
    if (input.variants) await replaceVariants(inner, id, input.variants)
  })
  ctx.changed('products', `product:${id}`)
}

/**
 * Takes a product out of the store. Orders still know it; its address stays its own, its display order becomes free.
 * @throws product_not_found
 */
export async function archiveProduct(ctx: Context, id: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('product')
    .set({ archived_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('product_not_found')
  ctx.changed('products', `product:${id}`)
}

const inTransaction = (ctx: Context, input: ProductChange, work: (inner: Context) => Promise<void>) =>
  ctx.db
    .transaction()
    .execute(trx => work(within(ctx, trx)))
    .catch(error => {
      throw named(error, input)
    })

function checkSalePrice(price: number, salePrice: number | null) {
  if (!isSalePriceFine(price, salePrice)) throw refuseInput('invalid_input', {}, { salesPrice: [SALE_PRICE_PROBLEM] })
}

/** The columns of what is given; undefined leaves a column alone. */
const columnsOf = (input: ProductChange) => ({
  name: input.name,
  slug: input.slug,
  description: input.description,
  tier: input.tier,
  price_cents: input.price === undefined ? undefined : toCents(input.price),
  sale_price_cents: input.salesPrice == null ? input.salesPrice : toCents(input.salesPrice),
  entries: input.entries,
  category: input.category,
  display_order: input.displayOrder,
  is_subscription: input.isSubscription,
  interval: input.interval,
  for_sale: input.inStock,
  features: input.features,
  specifications: input.specifications && JSON.stringify(input.specifications),
})

type PictureInput = { image: string; alt?: string }

/** The pictures that are given, by whichever name; undefined when none of the names is there. */
function picturesOf({ pictures, images, image }: ProductChange): PictureInput[] | undefined {
  if (pictures) return pictures
  if (!images && !image) return undefined
  const all = image && image !== DEFAULT_IMAGE ? [image, ...(images ?? [])] : (images ?? [])
  return [...new Set(all)].map(one => ({ image: one }))
}

async function replacePictures(ctx: Context, productId: string, name: string, pictures: PictureInput[] = []) {
  await ctx.db.deleteFrom('product_image').where('product_id', '=', productId).execute()
  if (pictures.length === 0) return
  const rows = pictures.map(({ image, alt }, position) => ({
    product_id: productId,
    position,
    picture_key: image.slice('s3:'.length),
    alt: alt || name,
  }))
  await ctx.db.insertInto('product_image').values(rows).execute()
}

/** The name as an address, with a number behind it when others have it already. */
async function freeSlug(ctx: Context, name: string): Promise<string> {
  const slug = slugOf(name)
  const { rows } = await sql<{ slug: string }>`
    select slug from product where slug = ${slug} or slug ~ ${`^${slug}-[0-9]+$`}`.execute(ctx.db)
  const taken = new Set(rows.map(row => row.slug))
  if (!taken.has(slug)) return slug
  for (let n = 2; ; n++) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`
}
