import { offerPriceOf } from '#features/cart/prices/shown-price.ts'
import { settingsIn } from '#kernel/client/site.ts'
import { shortened } from '#kernel/rich-text/shortened.ts'
import type { PublicSettings } from '#kernel/settings.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { pageMeta } from '#ui/layout/page-meta.ts'
import type { Product } from '../products/contract.ts'
import { pricesIn } from '../products/variant-price.ts'

type Matches = Parameters<typeof pageMeta>[1]

/** Stock in schema.org's terms. */
const availability = (inStock: boolean) => `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`

/** A review that the page shows, as structured data. */
type ShownReview = { author: string; rating: number; title: string; body: string; date: string }

/** Title, shared picture and structured data of a product page. @param reviews those that the page shows. */
export function productMeta(product: Product, reviews: readonly ShownReview[], origin: string, matches: Matches) {
  const path = `/product/${product.slug}`
  const settings = settingsIn(matches)
  const picture = product.pictures[0]
  return pageMeta(
    {
      title: product.name,
      description:
        shortened(product.description) ||
        withFullStop(`${product.name}, ${product.tier} tier, at ${settings.brand.name}`),
      path,
      image: picture && `${picture.src}-1200.webp`,
      imageAlt: picture?.alt ?? product.name,
      jsonLd: [productData(product, reviews, origin, path, settings), breadcrumbData(product, origin, path)],
    },
    matches,
  )
}

function productData(
  product: Product,
  reviews: readonly ShownReview[],
  origin: string,
  path: string,
  settings: PublicSettings,
) {
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    category: product.category,
    sku: product.variants[0]?.sku,
    brand: { '@type': 'Brand', name: settings.brand.name },
    image: product.pictures.map(({ src }) => new URL(`${src}-1200.webp`, origin || 'http://localhost').href),
    offers: {
      '@type': 'Offer',
      url: origin + path,
      ...offerPriceOf({ ...product, ...pricesIn(product) }, settings),
      itemCondition: 'https://schema.org/NewCondition',
      availability: availability(product.inStock),
    },
    ...(product.reviews > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviews },
    }),
    ...(reviews.length > 0 && { review: reviews.map(reviewData) }),
  }
}

const reviewData = ({ author, rating, title, body, date }: ShownReview) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  datePublished: date.slice(0, 10),
  name: title,
  reviewBody: body,
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
})

const breadcrumbData = (product: Product, origin: string, path: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Store', item: `${origin}/store` },
    {
      '@type': 'ListItem',
      position: 2,
      name: product.category,
      item: `${origin}/store?category=${encodeURIComponent(product.category)}`,
    },
    { '@type': 'ListItem', position: 3, name: product.name, item: origin + path },
  ],
})
