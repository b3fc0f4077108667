import type { CartItem } from '#features/cart/cart-item.ts'
import { optionLabel, optionNames } from '../rules.ts'
import type { Product, ProductVariant, VariantOptions } from './contract.ts'
import { havePrices, pricesIn } from './variant-price.ts'

/** The fields that a product card shows and adds to the cart. Loader answers are embedded in the HTML, so this leaves the rest out. */
export type CardProduct = ReturnType<typeof cardOf>

export const cardOf = (product: Product) => ({
  id: product.id,
  slug: product.slug,
  name: product.name,
  tier: product.tier,
  ...pricesIn(product),
  /** The price is the lowest of several. */
  isFrom: havePrices(product),
  entries: product.entries,
  isSubscription: product.isSubscription,
  interval: product.interval,
  picture: product.pictures[0] && {
    src: product.pictures[0].src,
    alt: product.pictures[0].alt,
    placeholder: product.pictures[0].placeholder,
  },
  inStock: product.inStock,
  left: leftOf(product.variants),
  /** The only variant; null when the shopper must choose one first. */
  variantId: product.variants.length === 1 ? product.variants[0]!.id : null,
  choices: choicesOf(product.variants),
})

/**
 * Below the fold a picture has loaded before it comes into sight. The placeholders of eight cards would take the page's HTML over the 14.6 KB
 * that a server sends at once (RFC 6928: ten segments), and the first paint would wait for another round trip.
 */
export const withoutPlaceholder = ({ picture, ...product }: CardProduct): CardProduct => ({
  ...product,
  picture: picture && { ...picture, placeholder: '' },
})

/** Units left in all, when few enough to tell; null otherwise. */
function leftOf(variants: readonly ProductVariant[]): number | null {
  const left = variants.reduce(
    (sum, { inStock, stock }) => sum + (inStock ? (stock ?? Number.POSITIVE_INFINITY) : 0),
    0,
  )
  return Number.isFinite(left) ? left : null
}

/** The options to choose, in words: "size", "size and color"; empty when there is nothing to choose. */
function choicesOf(variants: readonly ProductVariant[]): string {
  const names = optionNames(Object.assign({}, ...variants.map(({ options }) => options)))
  return names
    .filter(name => new Set(variants.map(({ options }) => options[name])).size > 1)
    .reverse()
    .join(' and ')
}

/** The options of a variant as the cart shows them. */
function optionWords(options: VariantOptions): Record<string, string> | undefined {
  const words = optionNames(options)
    .reverse()
    .map(name => [optionLabel(name), options[name]!] as const)
  return words.length > 0 ? Object.fromEntries(words) : undefined
}

type Priced = Pick<
  CardProduct,
  'id' | 'name' | 'price' | 'salesPrice' | 'entries' | 'tier' | 'isSubscription' | 'interval'
> & { picture?: { src: string } | undefined }

/**
 * A product as a cart line.
 * @param chosen `left` is the number of units left where it is told; null elsewhere.
 */
export const cartItemOf = (
  product: Priced,
  chosen: { variantId: string | null; quantity?: number; options?: VariantOptions; left?: number | null },
): CartItem => ({
  id: product.id,
  variantId: chosen.variantId ?? undefined,
  name: product.name,
  price: product.price,
  salesPrice: product.salesPrice,
  quantity: chosen.quantity ?? 1,
  ...(typeof chosen.left === 'number' && { left: chosen.left }),
  entries: product.entries,
  tier: product.tier,
  image: product.picture?.src ?? null,
  isSubscription: product.isSubscription,
  interval: product.interval,
  options: chosen.options && optionWords(chosen.options),
})
