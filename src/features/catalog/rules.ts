import { slugOf } from '#platform/values/slug.ts'

export const SALE_PRICE_PROBLEM = 'The sale price must be below the regular price.'

/** The sale price must be below the regular price. Both in one unit. */
export const isSalePriceFine = (price: number, salePrice: number | null) => salePrice === null || salePrice < price

/** URL slug of a product: "Star-Fort Patch (PVC)" → "star-fort-patch-pvc". */
export const productSlugOf = (name: string): string => slugOf(name) || 'product'

type Options = Readonly<Record<string, string>>

/** Options in the order of choice: color, size, then all others as stored. */
const FIRST = ['color', 'size']
const placeOf = (name: string) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1)
export const optionNames = (options: Options): string[] => Object.keys(options).sort((a, b) => placeOf(a) - placeOf(b))

/** An option's name on a screen: `color` → "Color". */
export const optionLabel = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** A variant's options in words: "Coyote, XL". */
export const optionsInWords = (options: Options) =>
  optionNames(options)
    .map(name => options[name])
    .filter(Boolean)
    .join(', ')

const MAX_SKU = 64

/** Default SKU of a variant: "Star-Fort Hoodie", M → `STAR-FORT-HOODIE-M`. A long name is cut, so that the options stay. */
export function skuOf(name: string, options: Options): string {
  const words = optionsInWords(options)
  if (!/[a-z0-9]/i.test(words)) return productSlugOf(name).toUpperCase().slice(0, MAX_SKU)
  const end = `-${slugOf(words)}`.slice(0, MAX_SKU - 1)
  return (
    productSlugOf(name)
      .slice(0, MAX_SKU - end.length)
      .replace(/-$/, '') + end
  ).toUpperCase()
}

/** Days after delivery in which the buyer may return unused goods. */
export const RETURN_DAYS = 30
