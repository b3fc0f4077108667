import type { To } from 'react-router'
import { classNames } from '../class-names.ts'
import { Link } from '../navigation/link.tsx'
import { Icon, type IconName } from '../pictures/icon.tsx'

type PaginationProps = {
  /** Accessible name of the list: "Orders". */
  label: string
  /** From 1. */
  page: number
  pageCount: number
  /** Address of a page. Pages are links, so that users can open, share and return to them. */
  linkTo: (page: number) => To
}

const STEP =
  'figure inline-flex h-11 min-w-9 sm:min-w-11 items-center justify-center rounded-sm px-1 font-semibold transition-colors'

/** Page links of a list; nothing for a single page. */
export function Pagination({ label, page, pageCount, linkTo }: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav aria-label={`${label}, pages`} className="flex flex-wrap items-center gap-1">
      <Arrow icon="chevron-left" label="Previous page" to={page > 1 ? linkTo(page - 1) : null} />
      {pageNumbers(page, pageCount).map((number, at, all) =>
        number === null ? (
          <span key={`gap-after-${all[at - 1]}`} aria-hidden="true" className="px-1 text-muted">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={linkTo(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(STEP, number === page ? 'border border-signal text-signal' : 'hover:bg-raised')}
          >
            {number}
          </Link>
        ),
      )}
      <Arrow icon="chevron-right" label="Next page" to={page < pageCount ? linkTo(page + 1) : null} />
    </nav>
  )
}

function Arrow({ icon, label, to }: { icon: IconName; label: string; to: To | null }) {
  if (to === null) {
    return (
      <span aria-hidden="true" className={classNames(STEP, 'opacity-35')}>
        <Icon name={icon} />
      </span>
    )
  }
  return (
    <Link to={to} aria-label={label} className={classNames(STEP, 'hover:bg-raised')}>
      <Icon name={icon} />
    </Link>
  )
}

/**
 * Returns the page numbers to show: first, last, current and its neighbours, with `null` for a gap.
 * `pageNumbers(6, 20)` → `[1, null, 5, 6, 7, null, 20]`. A gap never hides a single page.
 */
export function pageNumbers(current: number, count: number): (number | null)[] {
  const shown = new Set([1, count, current - 1, current, current + 1])
  if (current <= 4) for (const page of [2, 3]) shown.add(page)
  if (current >= count - 3) for (const page of [count - 2, count - 1]) shown.add(page)
  const pages = [...shown].filter(page => page >= 1 && page <= count).sort((a, b) => a - b)
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? 0
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [null, page] : [page]
  })
}
