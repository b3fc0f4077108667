import type { ReactNode } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { dayWords, utcDay } from '#kernel/values/clock/day-words.ts'
import { Rating } from '#ui/data/rating.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { Review, ReviewPhoto } from '../contract.ts'

/** In UTC, so that the server and every browser render one date. */
const day = (at: string) => dayWords(utcDay(new Date(at)), 'short')

/** A review with its photos and the shop's answer. @param children actions below it. */
export function ReviewCard({ review, children }: { review: Review; children?: ReactNode }) {
  const { name } = useSettings().brand
  const { rating, title, body, photos, author, date, editedAt, answer } = review
  return (
    <article className="flex min-w-0 flex-col items-start gap-2">
      <Rating value={rating} />
      <h3 className="wrap-anywhere text-lg">{title}</h3>
      <p className="wrap-anywhere max-w-prose whitespace-pre-line">{body}</p>
      {photos.length > 0 && <Photos photos={photos} title={title} />}
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        <span className="wrap-anywhere">{author}</span>
        <span className="inline-flex items-center gap-1 text-success">
          <Icon name="check" size={16} />
          Verified buyer
        </span>
        <time dateTime={date}>{day(date)}</time>
        {editedAt && <span>(edited)</span>}
      </p>
      {answer && (
        <div className="mt-2 max-w-prose border-coyote border-l-3 pl-4">
          <p className="wrap-anywhere font-semibold text-sm">
            {`${name} answered, `}
            <time dateTime={answer.date}>{day(answer.date)}</time>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{answer.text}</p>
        </div>
      )}
      {children}
    </article>
  )
}

/** Small pictures, each a link to its large size. */
const Photos = ({ photos, title }: { photos: readonly ReviewPhoto[]; title: string }) => (
  <ul className="mt-1 flex flex-wrap gap-2">
    {photos.map(({ image, src, placeholder }, at) => (
      <li key={image}>
        <a
          href={`${src}-1200.webp`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Photo ${at + 1} of “${title}”, opens in a new tab`}
          className="block rounded-sm"
        >
          <Picture src={src} alt="" placeholder={placeholder} sizes="96px" className="w-24 rounded-sm" />
        </a>
      </li>
    ))}
  </ul>
)
