import { insertDemoPictures } from '#adapters/images/demo-pictures.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import { DEMO_PRODUCTS } from '../../../db/demo/products.ts'

const DAY = 24 * 3600 * 1000

/**
 * Fills an empty store with the demo's products, their pictures and stock. Memberships have uncounted stock.
 * @returns the ids of the products.
 */
export async function seedCatalog(ctx: DataContext): Promise<string[]> {
  const now = +ctx.now()
  const pictures = await insertDemoPictures(
    ctx,
    DEMO_PRODUCTS.flatMap(product => product.pictures),
  )
  const products = DEMO_PRODUCTS.map((product, at) => ({ ...product, id: newId(), at }))

  await ctx.db
    .insertInto('product')
    .values(
      products.map(product => ({
        id: product.id,
        slug: product.slug,
        name: product.name,
        description: product.description,
        tier: product.tier,
        price_cents: product.priceCents,
        sale_price_cents: product.salePriceCents,
        entries: product.entries,
        category: product.category,
        display_order: product.displayOrder,
        is_subscription: product.isSubscription,
        interval: product.interval,
        features: [...product.features],
        specifications: JSON.stringify(product.specifications),
        // Older than the oldest demo order.
        created_at: new Date(now - (400 + product.at) * DAY),
      })),
    )
    .execute()
  await ctx.db
    .insertInto('product_image')
    .values(
      products.flatMap(product =>
        product.pictures.map((name, position) => {
          const { key, alt } = pictures(name)
          return { product_id: product.id, position, picture_key: key, alt }
        }),
      ),
    )
    .execute()
  await ctx.db
    .insertInto('product_variant')
    .values(
      products.flatMap(product =>
        product.variants.map((variant, position) => ({
          id: newId(),
          product_id: product.id,
          sku: variant.sku,
          options: JSON.stringify(variant.options),
          stock_on_hand: product.isSubscription ? null : variant.stock,
          position,
          picture_key: variant.pictureName ? pictures(variant.pictureName).key : null,
        })),
      ),
    )
    .execute()
  return products.map(product => product.id)
}
