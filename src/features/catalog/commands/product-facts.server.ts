import type { AdminProduct, AdminVariant } from '../admin/admin-contract.ts'

/** A product as the subject of an audit log row. */
export const subjectOf = ({ id, name }: Pick<AdminProduct, 'id' | 'name'>) =>
  ({ type: 'product', id, label: name }) as const

/** Label of a variant: "TEE-M (M, Coyote)". */
const variantName = ({ sku, options }: AdminVariant) =>
  [sku, [options.size, options.color].filter(Boolean).join(', ')].filter(Boolean).join(' · ')

/** A product as the audit log stores it: flat, in the words of the form, with the stock of each variant by SKU. */
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
