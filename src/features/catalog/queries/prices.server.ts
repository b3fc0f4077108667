import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { isUuid } from '#platform/values/uuid.ts'
import type { VariantOptions } from '../products/contract.ts'

/** The fields of a product that an order needs for pricing. */
export type CatalogPrice = {
  productId: string
  slug: string
  name: string
  tier: Tier
  /** Current price of one unit. */
  paidCents: Cents
  /** Its regular price. */
  priceCents: Cents
  salePriceCents: Cents | null
  /** Credits of the tier that one unit earns. */
  entries: number
  isSubscription: boolean
  interval: 'month' | 'year'
  /** False stops the sale, whatever the stock. */
  forSale: boolean
  /** URL of the first picture without width and extension; null shows the logo. */
  image: string | null
  /**
   * In the order of the store. `priceCents` is a price of the variant's own, which no sale of the product changes. `free` units are neither
   * sold nor held; null when stock is not counted.
   */
  variants: {
    id: string
    sku: string
    options: VariantOptions
    priceCents: Cents | null
    /** Grams of one unit; null: not known. */
    weightGrams: number | null
    free: number | null
  }[]
}

type Row = Omit<CatalogPrice, 'image'> & { picture_key: string | null }

/**
 * Prices, tier, credits and stock of products by id, in one statement. Ids that are not in the store are missing from the map. The ids come
 * from a sub-select, so that a session keeps its plan (decision 60).
 * @param ids as the browser sent them; an invalid id is simply not found.
 */
export async function readCatalogPrices(ctx: DataContext, ids: readonly string[]): Promise<Map<string, CatalogPrice>> {
  const { rows } = await sql<Row>`
    select p.id as "productId", p.slug, p.name, p.tier, p.paid_cents as "paidCents", p.price_cents as "priceCents",
      p.sale_price_cents as "salePriceCents", p.entries, p.is_subscription as "isSubscription", p.interval,
      p.for_sale as "forSale",
      (select picture_key from product_image i where i.product_id = p.id order by position limit 1) as picture_key,
      coalesce((
        select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', v.options,
          'priceCents', case when not p.is_subscription then v.price_cents end,
          'weightGrams', v.weight_grams, 'free', v.stock_on_hand - v.held) order by v.position, v.id)
        from product_variant v where v.product_id = p.id and v.archived_at is null), '[]') as variants
    from product p where p.id = any(array(select unnest(${ids.filter(id => isUuid(id))}::uuid[]))) and p.archived_at is null`.execute(
    ctx.db,
  )
  return new Map(
    rows.map(({ picture_key, ...row }) => [
      row.productId,
      { ...row, image: picture_key && ctx.storage.publicUrl(picture_key) },
    ]),
  )
}

/** Ids of the products in the store with these exact names. Names are not unique. */
export async function readProductIdsNamed(ctx: DataContext, names: readonly string[]): Promise<Map<string, string[]>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select p.name, array_agg(p.id order by p.id) as ids from product p
    where p.archived_at is null and lower(p.name) collate "C" = any(${names.map(name => name.toLowerCase())}::text[])
      and p.name = any(${names}::text[])
    group by p.name`.execute(ctx.db)
  return new Map(rows.map(({ name, ids }) => [name, ids]))
}
