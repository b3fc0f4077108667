export const SALE_PRICE_PROBLEM = 'The sale price must be below the regular price.'

/** The sale price must be below the regular price. Both in one unit. */
export const isSalePriceFine = (price: number, salePrice: number | null) => salePrice === null || salePrice < price

/** URL slug of a product: "Star-Fort Patch (PVC)" → "star-fort-patch-pvc". */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[̀-ͯ'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
    .replace(/-$/, '')
  return slug || 'product'
}

/** Default SKU of a variant: "Star-Fort Hoodie", M → `STAR-FORT-HOODIE-M`. */
export const skuOf = (name: string, { size = '', color = '' }: { size?: string; color?: string }) =>
  slugOf(`${name} ${color} ${size}`).toUpperCase().slice(0, 64)

/** Days after delivery in which the buyer may return unused goods. */
export const RETURN_DAYS = 30
