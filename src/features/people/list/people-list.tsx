import { type Dispatch, type SetStateAction, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { SavedFiltersBar } from '#features/saved-filters/saved-filters.tsx'
import { useRight } from '#platform/client/rights.ts'
import { useLiveList } from '#platform/client/staff-changes.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { LiveHint } from '#ui/live-hint.tsx'
import type { PersonRow } from '../contract.ts'
import { emptyKeptPeople, LISTS, peopleChanged } from '../people-client.ts'
import type { SmsRecipients } from '../sms-recipients.ts'
import { FilterBar } from './filter-bar.tsx'
import { FoundPeople } from './found-people.tsx'
import { ListActions } from './list-actions.tsx'
import {
  FILTER_NAMES,
  filtersOf,
  isFiltered,
  narrowingOf,
  type PeopleFilters,
  withFilters,
  withoutFilters,
} from './people-filters.ts'

type Chosen = ReadonlyMap<string, PersonRow>

type PeopleListProps = {
  chosen: Chosen
  onChosen: Dispatch<SetStateAction<Chosen>>
  linkTo: (id: string) => string
  onCreate: () => void
  onDelete: () => void
  /** Missing where the shop cannot send SMS. */
  onText: ((recipients: SmsRecipients) => void) | undefined
}

/** All people, filtered by the address. */
export function PeopleList({ chosen, onChosen, linkTo, onCreate, onDelete, onText }: PeopleListProps) {
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params)
  const live = useLiveList({
    parts: ['people', 'roles', 'credits'],
    paths: ['/api/admin/users'],
    queryKey: LISTS,
    holds: chosen.size > 0,
  })
  const mayDelete = useRight('people.delete')
  const mayText = useRight('sms.send') && onText !== undefined

  const change = useCallback(
    (changed: Partial<PeopleFilters>) => {
      // A new filter clears the selection, because selected rows may disappear. A new order shows the same rows and keeps the selection.
      if (!('sort' in changed)) onChosen(new Map())
      setParams(now => withFilters(now, changed), { replace: true, preventScrollReset: true })
    },
    [setParams, onChosen],
  )
  function clear() {
    onChosen(new Map())
    setParams(withoutFilters, { replace: true, preventScrollReset: true })
  }
  function choose(rows: readonly PersonRow[], isChosen: boolean) {
    onChosen(now => {
      const next = new Map(now)
      for (const row of rows) isChosen ? next.set(row.id, row) : next.delete(row.id)
      return next
    })
  }
  const query = { ...narrowingOf(filters), ...(filters.q.trim() && { q: filters.q.trim() }) }

  return (
    <div className="flex flex-col gap-5">
      <FilterBar filters={filters} onChange={change} />
      <SavedFiltersBar tab="users" names={FILTER_NAMES} onApply={() => onChosen(new Map())} />
      <ListActions
        narrowing={narrowingOf(filters)}
        isSearching={filters.q.trim() !== ''}
        onClear={isFiltered(filters) ? clear : undefined}
        onRefresh={peopleChanged}
        onEmpty={emptyKeptPeople}
        onCreate={onCreate}
        onText={mayText ? () => onText(isFiltered(filters) ? { kind: 'filtered', query } : { kind: 'all' }) : undefined}
      />
      <LiveHint {...live} />
      <FoundPeople
        filters={filters}
        chosen={chosen}
        onChoose={mayDelete || mayText ? choose : undefined}
        onSort={sort => change({ sort })}
        onClear={clear}
        linkTo={linkTo}
      />
      <BulkBar label="Chosen users" count={chosen.size} onClear={() => onChosen(new Map())}>
        {mayText && (
          <Button size="sm" icon="mail" onClick={() => onText({ kind: 'selected', people: [...chosen.values()] })}>
            Send SMS
          </Button>
        )}
        {mayDelete && (
          <Button variant="danger" size="sm" icon="trash" onClick={onDelete}>
            Delete
          </Button>
        )}
      </BulkBar>
    </div>
  )
}
