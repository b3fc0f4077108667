import { type ComponentType, type ReactNode, useState } from 'react'
import { useUser } from '#kernel/client/browser.ts'
import { type StaffPart, useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { Button } from '../buttons/button.tsx'
import { LiveHint } from '../data/live-hint.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ListBody, type ListBodyProps, NoMatch } from '../list-body.tsx'
import { useOpenParam } from '../overlays/open-param.ts'
import { type ListOptions, useList } from '../use-list.ts'
import type { FilterShape, Filters, FiltersOf } from './define-filters.ts'
import { FilterFold } from './filter-fold.tsx'
import { filterFields, useFilters } from './use-filters.ts'
import { type Selection, useSelection } from './use-selection.ts'

type FilteredList<S extends FilterShape> = ReturnType<typeof useFilters<S>>

type FieldsOf<S extends FilterShape> = ReturnType<typeof filterFields<FiltersOf<S>>>

/** Props of the dialog that edits a record of the list. */
export type EditorProps<Row> = {
  /** Null makes a new one. */
  record: Row | null
  onClose: () => void
}

type ListEditor<Row> = {
  /** The right to change; without it, the page has neither the button nor the dialog. */
  right: Right
  /** On the button for a new record. */
  newLabel: string
  Editor: ComponentType<EditorProps<Row>>
}

type ListPageProps<S extends FilterShape, Row> = {
  filters: Filters<S>
  /** The search, or the only field, which phones show too: `fields.input('q')`. */
  search?: (fields: FieldsOf<S>, list: FilteredList<S>) => ReactNode
  /** The fields of the filters, which fold on phones: `fields.select('state')` for a choice. */
  bar?: (fields: FieldsOf<S>, list: FilteredList<S>) => ReactNode
  editor?: ListEditor<Row>
  /** The tab's name in the address, and the bar of the user's own filters (`SavedFiltersBar`). */
  saved?: { tab: string; Bar: ComponentType<{ tab: string; names: readonly string[] }> }
  /** @param edit opens the editor of a row; undefined without the right. */
  children: (list: FilteredList<S> & { edit: ((row: Row) => void) | undefined }) => ReactNode
}

/** A tab with a list: filters in the address, saved filters, the editor of its records; `<ListRows>` are its rows. */
export function ListPage<S extends FilterShape, Row = never>(props: ListPageProps<S, Row>) {
  const { filters: defined, search, bar, saved, children } = props
  const list = useFilters(defined)
  const fields = filterFields(list.filters, list.change)
  const [isNew, openNew, closeNew] = useOpenParam('new')
  const [edited, setEdited] = useState<Row | null>(null)
  const role = useUser()?.role
  const editor = props.editor && hasRight(role, props.editor.right) ? props.editor : undefined
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        {search?.(fields, list)}
        {bar && <FilterFold count={list.inUse}>{bar(fields, list)}</FilterFold>}
        {editor && (
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            <Button icon="plus" onClick={() => openNew('1')}>
              {editor.newLabel}
            </Button>
          </div>
        )}
      </div>
      {saved && <saved.Bar tab={saved.tab} names={defined.names} />}
      {children({ ...list, edit: editor && setEdited })}
      {editor && isNew && <editor.Editor record={null} onClose={closeNew} />}
      {editor && edited && <editor.Editor record={edited} onClose={() => setEdited(null)} />}
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
