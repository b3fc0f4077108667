import { sql } from 'kysely'
import type { Storage } from '#kernel/ports/storage.ts'
import { DEFAULT_IMAGE, type Product, TOLD_STOCK, type VariantOptions } from '../contract.ts'
import { COLUMNS, type StoredProduct, valuesOfRow } from './product-fields.ts'

export type VariantRow = {
  id: string
  sku: string
  options: VariantOptions
  /** Units that are neither sold nor held; null when stock is not counted. */
  free: number | null
  picture_key: string | null
}

export type ProductRow = Pick<StoredProduct, (typeof COLUMNS)[number] | 'id' | 'rating_count' | 'rating_total'> & {
  pictures: { key: string; alt: string; placeholder: string; width: number; height: number }[]
  variants: VariantRow[]
}

/** All shown columns of a `product p`, with its pictures and variants in one statement. */
export const PRODUCT_COLUMNS = sql`
  p.id, p.rating_count, p.rating_total, ${sql.join(COLUMNS.map(column => sql.ref(`p.${column}`)))},
  coalesce((
    select json_agg(json_build_object('key', i.picture_key, 'alt', i.alt, 'placeholder', f.placeholder,
      'width', f.width, 'height', f.height) order by i.position)
    from product_image i join picture f on f.key = i.picture_key where i.product_id = p.id), '[]') as pictures,
  coalesce((
    select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', v.options,
      'free', v.stock_on_hand - v.held, 'picture_key', v.picture_key) order by v.position, v.id)
    from product_variant v where v.product_id = p.id and v.archived_at is null), '[]') as variants`

/** Whether any variant of a `product p` is in stock. */
export const IN_STOCK = sql`(p.for_sale and exists (
  select from product_variant v where v.product_id = p.id and v.archived_at is null
    and (v.stock_on_hand is null or v.stock_on_hand > v.held)))`

export const imageOf = (key: string) => `s3:${key}`

/** Maps a row to the API's product. */
export function productOfRow(row: ProductRow, storage: Pick<Storage, 'publicUrl'>): Product {
  const images = row.pictures.map(picture => imageOf(picture.key))
  const variants = row.variants.map(({ id, sku, options, free, picture_key }) => ({
    id,
    sku,
    options,
    inStock: row.for_sale && free !== 0,
    stock: free !== null && free <= TOLD_STOCK ? free : null,
    image: picture_key && imageOf(picture_key),
  }))
  return {
    id: row.id,
    ...valuesOfRow(row),
    rating: row.rating_count && Math.round((row.rating_total / row.rating_count) * 10) / 10,
    reviews: row.rating_count,
    inStock: variants.some(variant => variant.inStock),
    image: images[0] ?? DEFAULT_IMAGE,
    images,
    pictures: row.pictures.map(({ key, ...picture }) => ({
      image: imageOf(key),
      src: storage.publicUrl(key),
      ...picture,
    })),
    variants,
  }
}
