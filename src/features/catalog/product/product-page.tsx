import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { Rating } from '#ui/data/rating.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { Product, Review } from '../contract.ts'
import type { CardProduct } from '../products/card-product.ts'
import { ProductCard } from '../products/web/product-card.tsx'
import { BuyBox, useChoice } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { loadProduct, REVIEW_SORTS, REVIEWS_ON_A_PAGE, type ReviewSort, reviewsIn } from './load-product.ts'
import { CreditsNote, ProductFacts, Promises } from './product-facts.tsx'
import { productMeta } from './product-meta.ts'

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  loadProduct(apiFetchOf(context), params.id!, request.url)
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) =>
  loadProduct(transport, params.id!, request.url)

/** Choosing a size changes the URL but no loaded data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const now = reviewsIn(currentUrl.searchParams)
  const next = reviewsIn(nextUrl.searchParams)
  const same = currentUrl.pathname === nextUrl.pathname && now.page === next.page && now.sort === next.sort
  return !same && defaultShouldRevalidate
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  loaderData
    ? productMeta(loaderData.product, originOf(matches), matches)
    : pageMeta(
        {
          title: 'Product not found',
          description: 'This product is not in the store.',
          path: location.pathname,
          noindex: true,
        },
        matches,
      )

export default function ProductPage() {
  const { product, reviews, similar } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const picker = useChoice(product)

  function reviewsLink(page: number, sort?: ReviewSort) {
    const next = new URLSearchParams(params)
    next.set('reviews', String(page))
    next.set('reviewsSort', sort ?? reviews.sort)
    return `?${next}#reviews`
  }

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
              <TierBadge tier={product.tier} />
              <h1 className="text-3xl sm:text-4xl">{product.name}</h1>
              <a href="#reviews" className="rounded-sm">
                <Rating value={product.rating} count={product.reviews} />
              </a>
              <ProductPrice item={product} size="lg" />
            </div>
            <CreditsNote product={product} />
            <BuyBox product={product} picker={picker} />
            <Promises product={product} />
          </div>
        </div>
      </div>
      <ProductFacts product={product} />
      <Reviews product={product} shown={reviews} linkTo={reviewsLink} />
      <Similar products={similar} />
    </article>
  )
}

function Similar({ products }: { products: readonly CardProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="similar">
      <SectionHeading id="similar">Similar products</SectionHeading>
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
        {products.map(product => (
          <li key={product.id}>
            <ProductCard product={product} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <div className="page-width py-16">
      <h1 className="sr-only">Product not found</h1>
      <EmptyState
        title="Product not found"
        icon="search"
        action={<ButtonLink to="/store">Back to the store</ButtonLink>}
      >
        It may have left the store, or the address may have a slip in it.
      </EmptyState>
    </div>
  )
}

/** In UTC, so that the server and every browser render one date. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** With this many reviews or fewer, no sort order is offered. */
const FEW = 2

type ReviewsProps = {
  product: Product
  shown: { reviews: readonly Review[]; total: number; page: number; sort: ReviewSort }
  /** The page's URL with the given page of reviews, in the current order unless another is given. */
  linkTo: (page: number, sort?: ReviewSort) => string
}

/** Reviews of a product: the mean of all ratings, and the written reviews by page. */
function Reviews({ product, shown, linkTo }: ReviewsProps) {
  const { reviews, total, page, sort } = shown
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="scroll-mt-24">
      <SectionHeading id="reviews-heading">Reviews</SectionHeading>
      {product.reviews === 0 ? (
        <EmptyState title="No reviews yet" icon="star" />
      ) : (
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1 lg:flex-col lg:items-start">
            <span className="figure font-semibold text-4xl">{product.rating.toFixed(1)}</span>
            <span className="flex flex-col">
              <Rating value={product.rating} />
              <span className="text-muted text-sm">
                {product.reviews} {product.reviews === 1 ? 'rating' : 'ratings'}, {total} with words
              </span>
            </span>
          </div>
          <div>
            {total > FEW && <Sorts sort={sort} linkTo={linkTo} />}
            <ul className="divide-y divide-line">
              {reviews.map(review => (
                <li key={review.id} className="py-5 first:pt-0">
                  <Rating value={review.rating} />
                  <h3 className="mt-2 text-lg">{review.title}</h3>
                  <p className="mt-1 max-w-prose">{review.body}</p>
                  <p className="mt-2 text-muted text-sm">
                    {review.author}, <time dateTime={review.date}>{DAY.format(new Date(review.date))}</time>
                  </p>
                </li>
              ))}
            </ul>
            <Pagination label="Reviews" page={page} pageCount={Math.ceil(total / REVIEWS_ON_A_PAGE)} linkTo={linkTo} />
          </div>
        </div>
      )}
    </section>
  )
}

/** The sort orders as links, so that Back undoes them. */
function Sorts({ sort, linkTo }: { sort: ReviewSort; linkTo: ReviewsProps['linkTo'] }) {
  return (
    <nav aria-label="Order of reviews" className="mb-4 flex flex-wrap gap-x-1">
      {Object.entries(REVIEW_SORTS).map(([value, name]) => (
        <Link
          key={value}
          to={linkTo(1, value as ReviewSort)}
          preventScrollReset
          aria-current={value === sort ? 'true' : undefined}
          className={classNames(
            'label-sm flex min-h-11 items-center border-b-2 px-3 hover:text-ink',
            value === sort ? 'border-signal text-ink' : 'border-transparent text-muted',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
