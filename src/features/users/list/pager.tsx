import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { PAGE, type UsersPage } from './use-users.ts'

type PagerProps = { found: UsersPage; page: number; linkTo: (page: number) => string }

const number = new Intl.NumberFormat('en-US')

/** The range shown, the total, and links to the previous and next page. Pages are not numbered because there are too many. */
export function Pager({ found: { rows, total, isTotalExact, hasMore }, page, linkTo }: PagerProps) {
  const first = (page - 1) * PAGE + 1
  const step = (label: string, to: number) => (
    <ButtonLink
      to={linkTo(to)}
      variant="secondary"
      size="sm"
      icon={to < page ? 'chevron-left' : 'chevron-right'}
      preventScrollReset
      className={to < page ? undefined : 'flex-row-reverse'}
    >
      {label}
    </ButtonLink>
  )
  return (
    <nav aria-label="Users, pages" className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-muted text-sm tabular-nums">
        {number.format(first)}–{number.format(first + rows.length - 1)} of{' '}
        {isTotalExact ? number.format(total) : `about ${number.format(total)}`} {total === 1 ? 'user' : 'users'}
      </p>
      {page > 2 && step('First', 1)}
      {page > 1 && step('Previous', page - 1)}
      {hasMore && step('Next', page + 1)}
    </nav>
  )
}
