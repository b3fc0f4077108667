import type { To } from 'react-router'
import { Link } from '../navigation/link.tsx'
import { Icon } from '../pictures/icon.tsx'

export type Crumb = { label: string /** Omit for the last crumb, the current page. */; to?: To }

/** The path to the current page, from the top down. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        {crumbs.map((crumb, at) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-2">
            {at > 0 && <Icon name="chevron-right" size={16} />}
            {crumb.to === undefined ? (
              <span aria-current="page" className="truncate text-ink">
                {crumb.label}
              </span>
            ) : (
              <Link to={crumb.to} className="py-2 underline-offset-3 hover:text-ink hover:underline">
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
