import type { ComponentType, ReactNode } from 'react'
import { type StaffPart, useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { LiveHint } from '../data/live-hint.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ListBody, type ListBodyProps, NoMatch } from '../list-body.tsx'
import { type ListOptions, useList } from '../use-list.ts'
import type { FilterShape, Filters, FiltersOf } from './define-filters.ts'
import { FilterFold } from './filter-fold.tsx'
import { filterFields, useFilters } from './use-filters.ts'
import { type Selection, useSelection } from './use-selection.ts'

type FilteredList<S extends FilterShape> = ReturnType<typeof useFilters<S>>

type FieldsOf<S extends FilterShape> = ReturnType<typeof filterFields<FiltersOf<S>>>

type ListPageProps<S extends FilterShape> = {
  filters: Filters<S>
  /** The search, or the only field, which phones show too: `fields.input('q')`. */
  search?: (fields: FieldsOf<S>, list: FilteredList<S>) => ReactNode
  /** The fields of the filters, which fold on phones: `fields.select('state')` for a choice. */
  bar?: (fields: FieldsOf<S>, list: FilteredList<S>) => ReactNode
  /** Buttons at the end of the bar. */
  actions?: ReactNode
  /** The tab's name in the address, and the bar of the user's own filters (`SavedFiltersBar`). */
  saved?: { tab: string; Bar: ComponentType<{ tab: string; names: readonly string[] }> }
  children: (list: FilteredList<S>) => ReactNode
}

/** A tab with a list: filters in the address, buttons, saved filters; `<ListRows>` are its rows. */
export function ListPage<S extends FilterShape>(props: ListPageProps<S>) {
  const { filters: defined, search, bar, actions, saved, children } = props
  const list = useFilters(defined)
  const fields = filterFields(list.filters, list.change)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        {search?.(fields, list)}
        {bar && <FilterFold count={list.inUse}>{bar(fields, list)}</FilterFold>}
        {actions && <div className="flex flex-wrap gap-2 sm:ml-auto">{actions}</div>}
      </div>
      {saved && <saved.Bar tab={saved.tab} names={defined.names} />}
      {children(list)}
    </div>
  )
}

/** The query of the API that the filters make. */
export type ListQuery = { query: Record<string, string>; isFiltered: boolean; clear: () => void }

type ListRowsProps<Page, Row> = ListQuery &
  Pick<ListBodyProps<Row>, 'failed' | 'nouns'> &
  Pick<ListOptions<Page, Row>, 'rowsOf' | 'keepsRows' | 'staleTime'> & {
    /** First part of the query keys of these rows. */
    name: string
    /** Areas of rights; a change in one of them refreshes the rows, or is announced while staff read or select. */
    parts: readonly StaffPart[]
    /** @param query filters and cursor. */
    fetchPage: (query: Record<string, string>) => Promise<Page>
    /** Shown without rows and without filters; default: "No orders yet". */
    empty?: ReactNode
    /** Actions for the selected rows, which stay selected until the filters change. */
    bulk?: (rows: readonly Row[], selection: Selection<Row>) => ReactNode
    children: (rows: readonly Row[], selection: Selection<Row>) => ReactNode
  }

/** The rows of a `<ListPage>`, page by page, with their states, live changes and bulk actions. */
export function ListRows<Page extends { nextCursor: string | null }, Row extends { id: string }>(
  props: ListRowsProps<Page, Row>,
) {
  const { name, query, isFiltered, clear, parts, fetchPage, nouns, empty, bulk, children, ...options } = props
  const selection = useSelection<Row>({ within: query })
  const live = useLiveList({ parts, queryKey: [name], holds: selection.rows.size > 0 })
  const list = useList({
    ...options,
    queryKey: [name, 'list', query],
    fetchPage: next => fetchPage({ ...query, ...next }),
  })
  const many = nouns[1]
  return (
    <>
      <LiveHint {...live} />
      <ListBody
        list={list}
        {...(options.failed && { failed: options.failed })}
        loading={10}
        nouns={nouns}
        empty={
          isFiltered ? (
            <NoMatch title={`No ${many} match`} onClear={clear} />
          ) : (
            (empty ?? <EmptyState title={`No ${many} yet`} />)
          )
        }
      >
        {rows => (
          <>
            {children(rows, selection)}
            {bulk?.(
              rows.filter(({ id }) => selection.rows.has(id)),
              selection,
            )}
          </>
        )}
      </ListBody>
    </>
  )
}
