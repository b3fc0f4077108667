import type { Product, ProductVariant } from './contract.ts'

type Prices = Pick<Product, 'price' | 'salesPrice'>
type Priced = Prices & { variants: readonly Pick<ProductVariant, 'price'>[] }

const paid = ({ price, salesPrice }: Prices) => salesPrice ?? price

/** The prices of a variant. A price of its own is the whole price: the sale of the product is for variants with the product's price. */
const pricesOf = ({ price, salesPrice }: Prices, variant: Pick<ProductVariant, 'price'>): Prices =>
  variant.price === null ? { price, salesPrice } : { price: variant.price, salesPrice: null }

/** The prices of a product as the given variant is sold; without one, the lowest. */
export function pricesIn(product: Priced, variant?: Pick<ProductVariant, 'price'>): Prices {
  if (variant) return pricesOf(product, variant)
  const [first = product, ...others] = product.variants.map(one => pricesOf(product, one))
  const { price, salesPrice } = others.reduce((lowest, one) => (paid(one) < paid(lowest) ? one : lowest), first)
  return { price, salesPrice }
}

/** Whether the variants of a product differ in price. */
export const havePrices = (product: Priced): boolean =>
  new Set(product.variants.map(variant => paid(pricesOf(product, variant)))).size > 1
