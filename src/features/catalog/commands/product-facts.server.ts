import type { AdminProduct, AdminVariant } from '../admin-contract.ts'

/** What the record of changes calls a product. */
export const subjectOf = ({ id, name }: Pick<AdminProduct, 'id' | 'name'>) =>
  ({ type: 'product', id, label: name }) as const

/** How a variant is told apart: "TEE-M (M, Coyote)". */
const variantName = ({ sku, options }: AdminVariant) =>
  [sku, [options.size, options.color].filter(Boolean).join(', ')].filter(Boolean).join(' · ')

/** A product as the record of changes keeps it: flat, in the words of the form, with the stock of each variant by its SKU. */
export const factsOf = (product: AdminProduct) => ({
  title: product.name,
  path: product.slug,
  description: product.description,
  tier: product.tier,
  price: product.price,
  salesPrice: product.salesPrice,
  entries: product.entries,
  category: product.category,
  displayOrder: product.displayOrder,
  isSubscription: product.isSubscription,
  interval: product.interval,
  forSale: product.forSale,
  features: product.features,
  specifications: Object.entries(product.specifications).map(([name, value]) => `${name}: ${value}`),
  pictures: product.pictures.map(({ image, alt }) => `${image} (${alt})`),
  variants: product.variants.map(variantName),
  ...Object.fromEntries(product.variants.map(({ sku, stockOnHand }) => [`stock of ${sku}`, stockOnHand])),
})
