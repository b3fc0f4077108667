import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { Rating } from '#ui/data/rating.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { Product } from '../contract.ts'
import { REVIEW_SORTS, REVIEWS_ON_A_PAGE, type ReviewSort } from './load-product.ts'

/** In UTC, so that the server and every browser render one date. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** With this many reviews or fewer, no sort order is offered. */
const FEW = 2

type Review = { id: string; author: string; rating: number; title: string; body: string; date: string }

type ReviewsProps = {
  product: Product
  shown: { reviews: readonly Review[]; total: number; page: number; sort: ReviewSort }
  /** The page's URL with the given page of reviews, in the current order unless another is given. */
  linkTo: (page: number, sort?: ReviewSort) => string
}

/** Reviews of a product: the mean of all ratings, and the written reviews by page. */
export function Reviews({ product, shown, linkTo }: ReviewsProps) {
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
