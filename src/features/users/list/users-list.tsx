import { useCallback } from 'react'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { UserRow } from '../contract.ts'
import { emptyKeptUsers, LISTS, usersChanged } from '../users-client.ts'
import { FilterBar } from './filter-bar.tsx'
import { FoundUsers } from './found-users.tsx'
import { ListActions } from './list-actions.tsx'
import type { SmsRecipients } from './sms-recipients.ts'
import { narrowingOf, PEOPLE_FILTERS, type UsersFilters } from './users-filters.ts'

type UsersListProps = {
  selection: Selection<UserRow>
  linkTo: (id: string) => string
  onCreate: () => void
  onDelete: () => void
  /** Missing where the shop cannot send SMS. */
  onText: ((recipients: SmsRecipients) => void) | undefined
}

/** All people, filtered by the address. */
export function UsersList({ selection, linkTo, onCreate, onDelete, onText }: UsersListProps) {
  const { clear: clearSelection } = selection
  const onChange = useCallback(
    (changed: Partial<UsersFilters>) => {
      // A new filter clears the selection, because selected rows may disappear. A new order shows the same rows and keeps the selection.
      if (!('sort' in changed)) clearSelection()
    },
    [clearSelection],
  )
  const { filters, change, clear, isFiltered } = useFilters(PEOPLE_FILTERS, onChange)
  const live = useLiveList({
    parts: ['people', 'roles', 'credits'],
    queryKey: LISTS,
    holds: selection.rows.size > 0,
  })
  const mayDelete = useRight('people.delete')
  const mayText = useRight('sms.send') && onText !== undefined

  const query = PEOPLE_FILTERS.filterQueryOf(filters)

  return (
    <div className="flex flex-col gap-5">
      <FilterBar filters={filters} onChange={change} />
      <SavedFiltersBar tab="users" names={PEOPLE_FILTERS.filterNames} onApply={clearSelection} />
      <ListActions
        narrowing={narrowingOf(filters)}
        isSearching={filters.q.trim() !== ''}
        onClear={isFiltered ? clear : undefined}
        onRefresh={usersChanged}
        onEmpty={emptyKeptUsers}
        onCreate={onCreate}
        onText={mayText ? () => onText(isFiltered ? { kind: 'filtered', query } : { kind: 'all' }) : undefined}
      />
      <LiveHint {...live} />
      <FoundUsers
        filters={filters}
        selection={mayDelete || mayText ? selection : undefined}
        onSort={sort => change({ sort })}
        onClear={clear}
        linkTo={linkTo}
      />
      <BulkBar label="Chosen users" count={selection.rows.size} onClear={clearSelection}>
        {mayText && (
          <Button
            size="sm"
            icon="mail"
            onClick={() => onText({ kind: 'selected', people: [...selection.rows.values()] })}
          >
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
