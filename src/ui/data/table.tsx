import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'

/** The name of a column. One that `isHidden` is left to screen readers, above buttons. */
type Head = string | { name: string; numeric?: boolean; className?: string | undefined; isHidden?: boolean }

type TableProps = {
  /** Names the table for screen readers; visible above it unless hidden. */
  caption: string
  captionHidden?: boolean
  /** The columns; `children` are the rows. Without it `children` are head and body. */
  head?: readonly Head[]
  children: ReactNode
  className?: string
}

/**
 * A dense table. A table wider than its container scrolls sideways by touch or arrow keys; the page does not scroll. `relative` also
 * contains the absolutely positioned screen reader texts.
 */
export function Table({ caption, captionHidden = false, head, children, className }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section aria-label={caption} tabIndex={0} className="relative overflow-x-auto rounded-sm border border-line">
      <table className={classNames('w-full min-w-xl border-collapse bg-surface text-left text-sm', className)}>
        <caption className={captionHidden ? 'sr-only' : 'label px-4 py-3 text-left text-muted'}>{caption}</caption>
        {head ? (
          <>
            <thead>
              <tr>{head.map(headCell)}</tr>
            </thead>
            <tbody>{children}</tbody>
          </>
        ) : (
          children
        )}
      </table>
    </section>
  )
}

function headCell(head: Head) {
  if (typeof head === 'string') return <HeadCell key={head}>{head}</HeadCell>
  const { name, isHidden, ...rest } = head
  return (
    <HeadCell key={name} {...rest}>
      {isHidden ? <span className="sr-only">{name}</span> : name}
    </HeadCell>
  )
}

type HeadCellProps = ComponentProps<'th'> & { numeric?: boolean }

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
  /** Omit when another column sorts. */
  sorted?: SortDirection | undefined
  /** Receives the new direction, ascending first. */
  onSort: (direction: SortDirection) => void
  numeric?: boolean
  className?: string
}

/** Header of a sortable column: a button with `aria-sort`. */
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

type CellProps = ComponentProps<'td'> & { /** Right-aligned with tabular digits. */ numeric?: boolean }

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
