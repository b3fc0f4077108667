import type { ReactNode } from 'react'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { Heart } from '#features/wishes/saved/web/heart.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Rating } from '#ui/data/rating.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { MissingPage } from '#ui/missing/missing-page.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { CardProduct } from '../products/card-product.ts'
import type { Product, ProductVariant } from '../products/contract.ts'
import { havePrices, pricesIn } from '../products/variant-price.ts'
import { ProductSection } from '../products/web/product-section.tsx'
import { BuyBox, useChoice } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { CreditsNote, ProductFacts, Promises } from './product-facts.tsx'

type ProductPageProps = {
  product: Product
  similar: readonly CardProduct[]
  /** The section with the reviews, from a later feature. */
  reviews: ReactNode
}

/** `/product/{id}`: pictures, choice and price, facts, reviews and similar products. */
export default function ProductPage({ product, similar, reviews }: ProductPageProps) {
  const picker = useChoice(product)
  return (
    // The key resets the choice when the product changes.
    <article key={product.id} className="page-width flex flex-col gap-14 pt-4 pb-20">
      <div className="flex flex-col gap-4">
        <Breadcrumbs
          crumbs={[
            { label: 'Store', to: '/store' },
            { label: product.category, to: `/store?category=${encodeURIComponent(product.category)}` },
            { label: product.name },
          ]}
        />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Gallery name={product.name} pictures={product.pictures} wanted={picker.variant?.image ?? null} />
          <div className="flex flex-col gap-5 lg:sticky lg:top-20 lg:self-start">
            <div className="flex flex-col items-start gap-3">
              <div className="flex w-full items-center justify-between gap-3">
                <TierBadge tier={product.tier} />
                {!product.isSubscription && <Heart product={product} variantId={picker.variant?.id} />}
              </div>
              <h1 className="text-3xl sm:text-4xl">{product.name}</h1>
              <a href="#reviews" className="rounded-sm">
                <Rating value={product.rating} count={product.reviews} />
              </a>
              <ShownPrice product={product} variant={picker.variant} />
            </div>
            <CreditsNote product={product} />
            <BuyBox product={product} picker={picker} />
            <Promises product={product} />
          </div>
        </div>
      </div>
      <ProductFacts product={product} />
      {reviews}
      <ProductSection id="similar" heading="Similar products" products={similar} grid="gap-3 sm:gap-5 lg:grid-cols-4" />
    </article>
  )
}

/** The price of the chosen variant; before a choice the lowest, with "From" where the variants differ. */
function ShownPrice({ product, variant }: { product: Product; variant: ProductVariant | undefined }) {
  return (
    <span className="flex flex-col items-start" aria-live="polite">
      {!variant && havePrices(product) && <span className="label-sm text-muted">From</span>}
      <ProductPrice item={{ ...product, ...pricesIn(product, variant) }} size="lg" />
    </span>
  )
}

export const ErrorBoundary = () => (
  <MissingPage
    heading="Product not found"
    className="py-16"
    title="Product not found"
    icon="search"
    action={<ButtonLink to="/store">Back to the store</ButtonLink>}
  >
    It may have been removed, or the link may be mistyped.
  </MissingPage>
)
