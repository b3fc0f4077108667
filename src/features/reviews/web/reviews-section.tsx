import { useSearchParams } from 'react-router'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { Rating } from '#ui/data/rating.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Link } from '#ui/navigation/link.tsx'
import type { ReviewSummary } from '../contract.ts'
import { STARS } from '../rules.ts'
import { REVIEWS_ON_A_PAGE, type ReviewsView, type ShownReviews, SORT_NAMES } from './load-reviews.ts'
import { OwnReview } from './own-review.tsx'
import { ReportButton } from './report-button.tsx'
import { ReviewCard } from './review-card.tsx'

/** With this many reviews or fewer, no sort order is offered. */
const FEW = 2

type LinkTo = (change: Partial<ReviewsView>) => string

type ReviewsSectionProps = { product: { id: string; name: string }; shown: ShownReviews }

/** Reviews of a product: the sums, the reader's own review, and the published reviews by page. */
export function ReviewsSection({ product, shown }: ReviewsSectionProps) {
  const [params] = useSearchParams()
  const { reviews, total, summary, page, sort, stars } = shown

  const linkTo: LinkTo = change => {
    const to = { page: 1, sort, stars, ...change }
    const next = new URLSearchParams(params)
    next.delete('review')
    next.set('reviews', String(to.page))
    next.set('reviewsSort', to.sort)
    if (to.stars) next.set('reviewsStars', String(to.stars))
    else next.delete('reviewsStars')
    return `?${next}#reviews`
  }
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="below-fold scroll-mt-24">
      <SectionHeading id="reviews-heading">Reviews</SectionHeading>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {summary.count > 0 && <Summary summary={summary} stars={stars} linkTo={linkTo} />}
          <OwnReview product={product} />
        </div>
        {summary.count === 0 ? (
          <EmptyState title="No reviews yet" icon="star" />
        ) : (
          <div className="min-w-0">
            {summary.count > FEW && <Sorts sort={sort} linkTo={linkTo} />}
            {stars !== null && (
              <p className="mb-4 text-muted text-sm">
                Only reviews with {stars} {stars === 1 ? 'star' : 'stars'}.{' '}
                <TextLink to={linkTo({ stars: null })} preventScrollReset>
                  Show all
                </TextLink>
              </p>
            )}
            {reviews.length === 0 && <p className="text-muted">No review here.</p>}
            <ul className="divide-y divide-line">
              {reviews.map(review => (
                <li key={review.id} className="py-5 first:pt-0">
                  <ReviewCard review={review}>
                    <ReportButton review={review} />
                  </ReviewCard>
                </li>
              ))}
            </ul>
            <Pagination
              label="Reviews"
              page={page}
              pageCount={Math.ceil(total / REVIEWS_ON_A_PAGE)}
              linkTo={to => linkTo({ page: to })}
            />
          </div>
        )}
      </div>
    </section>
  )
}

type SummaryProps = { summary: ReviewSummary; stars: number | null; linkTo: LinkTo }

/** The mean, and a bar for each number of stars that filters the list. */
function Summary({ summary, stars, linkTo }: SummaryProps) {
  const { rating, count } = summary
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-5">
        <span className="figure font-semibold text-4xl">{rating.toFixed(1)}</span>
        <span className="flex flex-col">
          <Rating value={rating} />
          <span className="text-muted text-sm">
            {count} {count === 1 ? 'review' : 'reviews'}
          </span>
        </span>
      </div>
      <nav aria-label="Reviews by stars">
        <ul>
          {STARS.toReversed().map(star => (
            <li key={star}>
              <StarBar
                star={star}
                count={summary.stars[star - 1]!}
                of={count}
                isChosen={star === stars}
                linkTo={linkTo}
              />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

type StarBarProps = { star: number; count: number; of: number; isChosen: boolean; linkTo: LinkTo }

function StarBar({ star, count, of, isChosen, linkTo }: StarBarProps) {
  const words = `${star} ${star === 1 ? 'star' : 'stars'}`
  const bar = (
    <>
      <span className="w-14 shrink-0">{words}</span>
      <span className="h-2 min-w-0 flex-1 border border-line-strong bg-sunken text-gold">
        <svg aria-hidden="true" width="100%" height="100%" className="block">
          <rect width={`${(100 * count) / of}%`} height="100%" fill="currentColor" />
        </svg>
      </span>
      <span className="w-8 shrink-0 text-right tabular-nums">
        {count}
        <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
      </span>
    </>
  )
  const row = 'flex min-h-9 items-center gap-3 rounded-sm text-sm'
  if (count === 0) return <span className={`${row} text-muted`}>{bar}</span>
  return (
    <Link
      to={linkTo({ stars: isChosen ? null : star })}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(row, 'hover:underline', isChosen && 'font-semibold text-signal')}
    >
      {bar}
    </Link>
  )
}

/** The sort orders as links, so that Back undoes them. */
function Sorts({ sort, linkTo }: { sort: ReviewsView['sort']; linkTo: LinkTo }) {
  return (
    <nav aria-label="Order of reviews" className="mb-4 flex flex-wrap gap-x-1">
      {Object.entries(SORT_NAMES).map(([value, name]) => (
        <Link
          key={value}
          to={linkTo({ sort: value as ReviewsView['sort'] })}
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
