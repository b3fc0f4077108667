import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type TableProps = {
  /** What the table holds: names it for a screen reader, and stands above it unless hidden. */
  caption: string
  captionHidden?: boolean
  children: ReactNode
  className?: string
}

/**
 * A dense table. Too wide for its place, it scrolls sideways on its own, by touch or arrow keys; the page does not: `relative`
 * keeps words that only a screen reader gets, which are placed absolutely, inside as well.
 */
export function Table({ caption, captionHidden = false, children, className }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section aria-label={caption} tabIndex={0} className="relative overflow-x-auto rounded-sm border border-line">
      <table className={classNames('w-full min-w-xl border-collapse bg-surface text-left text-sm', className)}>
        <caption className={captionHidden ? 'sr-only' : 'label px-4 py-3 text-left text-muted'}>{caption}</caption>
        {children}
      </table>
    </section>
  )
}

type HeadCellProps = ComponentProps<'th'> & { numeric?: boolean }

/** The head of a column. */
export function HeadCell({ numeric, className, ...rest }: HeadCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        'label-sm whitespace-nowrap border-line border-b bg-raised px-4 py-2.5 text-muted',
        numeric && 'text-right',
        className,
      )}
    />
  )
}

type SortDirection = 'ascending' | 'descending'

type SortHeadCellProps = {
  children: ReactNode
  /** Left out when another column sorts. */
  sorted?: SortDirection | undefined
  /** Called with the direction to sort by now: ascending first. */
  onSort: (direction: SortDirection) => void
  numeric?: boolean
  className?: string
}

/** The head of a column that can be sorted by: a button, with `aria-sort` told. */
export function SortHeadCell({ children, sorted, onSort, numeric, className }: SortHeadCellProps) {
  const icon = sorted === 'ascending' ? 'chevron-up' : sorted === 'descending' ? 'chevron-down' : 'sort'
  return (
    <HeadCell aria-sort={sorted ?? 'none'} numeric={numeric} className={classNames('p-0!', className)}>
      <button
        type="button"
        onClick={() => onSort(sorted === 'ascending' ? 'descending' : 'ascending')}
        className={classNames(
          'inline-flex min-h-10 items-center gap-1.5 px-4 uppercase tracking-label transition-colors hover:text-ink',
          sorted && 'text-ink',
        )}
      >
        {children}
        <Icon name={icon} size={16} className={sorted ? 'text-signal' : 'opacity-60'} />
      </button>
    </HeadCell>
  )
}

type CellProps = ComponentProps<'td'> & { /** Right-aligned, every digit as wide as the next. */ numeric?: boolean }

/** One cell of a body row. */
export function Cell({ numeric, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'border-line border-b px-4 py-2.5 align-middle in-[tr:last-child]:border-b-0 in-data-[density=compact]:py-0.5',
        numeric && 'text-right tabular-nums',
        className,
      )}
    />
  )
}
