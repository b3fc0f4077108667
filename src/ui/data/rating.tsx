import { useId } from 'react'

const STAR = 'M12 2.5l2.9 6.2 6.7.8-5 4.6 1.3 6.7L12 17.5l-5.9 3.3 1.3-6.7-5-4.6 6.7-.8z'
const PLACES = [0, 24, 48, 72, 96]

type RatingProps = {
  /** 0 to 5. A fraction fills part of a star. */
  value: number
  /** Number of reviews. */
  count?: number
}

/** Five stars, with the rating as text for screen readers. */
export function Rating({ value, count }: RatingProps) {
  const clip = useId()
  const reviews = count === undefined ? '' : `, ${count} ${count === 1 ? 'review' : 'reviews'}`
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        role="img"
        aria-label={`${value} out of 5 stars${reviews}`}
        width="90"
        height="18"
        viewBox="0 0 120 24"
        className="text-gold"
      >
        <clipPath id={clip}>
          <rect width={Math.min(5, Math.max(0, value)) * 24} height="24" />
        </clipPath>
        {PLACES.map(x => (
          <path key={x} d={STAR} transform={`translate(${x})`} fill="none" stroke="currentColor" strokeWidth="1" />
        ))}
        <g clipPath={`url(#${clip})`} fill="currentColor">
          {PLACES.map(x => (
            <path key={x} d={STAR} transform={`translate(${x})`} />
          ))}
        </g>
      </svg>
      {count !== undefined && (
        <span aria-hidden="true" className="text-muted text-sm tabular-nums">
          ({count})
        </span>
      )}
    </span>
  )
}
