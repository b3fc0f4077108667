import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { DayField } from '#ui/forms/day-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { FilterFold } from '#ui/staff-kit/filter-fold.tsx'
import { filterFields, useFilters } from '#ui/staff-kit/use-filters.ts'
import { type Selection, useSelection } from '#ui/staff-kit/use-selection.ts'
import type { UserRow } from './contract.ts'
import { FoundUsers } from './list/found-users.tsx'
import { CHOICES, PEOPLE_FILTERS, type UsersFilters } from './list/users-filters.ts'
import { emptyKeptUsers, LISTS, usersChanged } from './users-client.ts'

const UserDialog = lazy(async () => (await import('./profile/user-dialog.tsx')).UserDialog)
const CreateUserDialog = lazy(async () => (await import('./create/create-user-dialog.tsx')).CreateUserDialog)
const DeleteUsers = lazy(async () => (await import('./delete/delete-users.tsx')).DeleteUsers)

/** The address holds the id or e-mail of the open profile, so that any page can link to it. */
const OPEN = 'user'
/** This value in the address opens the form of a new user. */
const NEW = 'new'

type AdminUsersTabProps = {
  /** Missing where the shop cannot send SMS; then no SMS action is offered. */
  Sms?: SmsDialog
}

/** `/admin?tab=users`: find people, open one, and act on several at once. */
export function AdminUsersTab({ Sms }: AdminUsersTabProps) {
  const [params, setParams] = useSearchParams()
  // Another order shows the same people and keeps the selection.
  const selection = useSelection<UserRow>({ within: PEOPLE_FILTERS.filterQueryOf(PEOPLE_FILTERS.read(params)) })
  const mayCreate = useRight('people.create')
  const [isDeleting, setDeleting] = useState(false)
  const [texting, setTexting] = useState<SmsRecipients | null>(null)

  const withUser = (who: string | null) => {
    const to = new URLSearchParams(params)
    to.delete(NEW)
    if (who) to.set(OPEN, who)
    else to.delete(OPEN)
    return `?${to}`
  }
  const openUser = (who: string | null) =>
    setParams(new URLSearchParams(withUser(who)), { replace: who === null, preventScrollReset: true })
  const openForm = () => setParams(now => [...now, [NEW, '1']], { preventScrollReset: true })

  const who = params.get(OPEN)
  return (
    <>
      <UsersList
        selection={selection}
        linkTo={withUser}
        onCreate={openForm}
        onDelete={() => setDeleting(true)}
        onText={Sms && setTexting}
      />
      {params.has(NEW) && mayCreate && <CreateUserDialog onClose={() => openUser(null)} onOpen={openUser} />}
      {isDeleting && (
        <DeleteUsers people={[...selection.rows.values()]} onDone={selection.keep} onClose={() => setDeleting(false)} />
      )}
      {who && (
        <UserDialog
          key={who}
          who={who}
          onClose={() => openUser(null)}
          onOpen={openUser}
          onGone={person => {
            selection.drop([person])
            openUser(null)
          }}
          onText={Sms && (person => setTexting({ kind: 'selected', people: [person] }))}
        />
      )}
      {Sms && texting && (
        <Sms
          recipients={texting}
          onSent={() => texting.kind === 'selected' && selection.drop(texting.people)}
          onClose={() => setTexting(null)}
        />
      )}
    </>
  )
}

type UsersListProps = {
  selection: Selection<UserRow>
  linkTo: (id: string) => string
  onCreate: () => void
  onDelete: () => void
  /** Missing where the shop cannot send SMS. */
  onText: ((recipients: SmsRecipients) => void) | undefined
}

/** All people, filtered by the address. */
function UsersList({ selection, linkTo, onCreate, onDelete, onText }: UsersListProps) {
  const { filters, change, clear, isFiltered } = useFilters(PEOPLE_FILTERS)
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
      <SavedFiltersBar tab="users" names={PEOPLE_FILTERS.filterNames} />
      <ListActions
        query={query}
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
      <BulkBar label="Chosen users" count={selection.rows.size} onClear={selection.clear}>
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

type FilterBarProps = { filters: UsersFilters; onChange: (change: Partial<UsersFilters>) => void }

const LABELS: Record<keyof typeof CHOICES, string> = {
  role: 'Role',
  membership: 'Membership',
  disabled: 'Account',
  smsConsent: 'SMS',
  phoneToCheck: 'Phone',
  addressToCheck: 'Address',
}

/** Search and filters; each choice goes to the address at once. */
function FilterBar({ filters, onChange }: FilterBarProps) {
  const { select, input } = filterFields(filters, onChange)
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
      <SearchField
        label="Search users"
        hint="Name, email or phone"
        className="col-span-full sm:col-span-2 min-[90rem]:col-span-1 sm:[&_p]:sr-only"
        {...input('q')}
      />
      <FilterFold count={PEOPLE_FILTERS.inUse(filters)}>
        {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(name => (
          <SelectField
            key={name}
            label={LABELS[name]}
            options={[{ value: '', label: 'Any' }, ...CHOICES[name]]}
            {...select(name)}
          />
        ))}
        <DayField label="Joined from" {...input('joinedFrom')} />
        <DayField label="Joined to" {...input('joinedTo')} />
      </FilterFold>
    </search>
  )
}

type ListActionsProps = {
  /** Search words and filters as API parameters; the export contains the people whom they match. */
  query: Record<string, string>
  onClear: (() => void) | undefined
  onRefresh: () => Promise<void>
  onEmpty: () => Promise<void>
  onCreate: () => void
  onText: (() => void) | undefined
}

/** The actions on the whole list. */
function ListActions(props: ListActionsProps) {
  const { query, onClear, onRefresh, onEmpty, onCreate, onText } = props
  const mayCreate = useRight('people.create')
  const mayExport = useRight('people.export')
  const { brand } = useSettings()
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayCreate && (
        <Button size="sm" icon="plus" onClick={onCreate}>
          Create User
        </Button>
      )}
      {mayExport && (
        <ExportCsv
          path="/api/admin/users/export"
          query={{ ...query, format: 'csv' }}
          name={fileNameOf(brand, 'users.csv')}
          done="Users were exported"
        >
          Export data
        </ExportCsv>
      )}
      {onText && (
        <Button variant="secondary" size="sm" icon="mail" onClick={onText}>
          Send SMS
        </Button>
      )}
      {onClear && (
        <Button variant="quiet" size="sm" icon="close" onClick={onClear}>
          Clear filters
        </Button>
      )}
      <div className="flex flex-wrap gap-2 lg:ml-auto">
        <RefreshButton label="Refresh" title="Reloads this page of the list" refresh={onRefresh} />
        <RefreshButton
          label="Cache refresh"
          title="Clears every page and profile cached in this browser, and reloads"
          refresh={onEmpty}
        />
      </div>
    </div>
  )
}

function RefreshButton({ label, title, refresh }: { label: string; title: string; refresh: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  function run() {
    setBusy(true)
    void refresh().finally(() => setBusy(false))
  }
  return (
    <Button variant="quiet" size="sm" busy={busy} busyText="Refreshing..." title={title} onClick={run}>
      {label}
    </Button>
  )
}

/** The recipients of an SMS: selected people, everyone who matches the filters (as list parameters), or everyone. */
export type SmsRecipients =
  | { kind: 'selected'; people: readonly { id: string; name: string; email: string }[] }
  | { kind: 'filtered'; query: Record<string, string> }
  | { kind: 'all' }

/** The dialog that sends the SMS. It belongs to a later feature, so the app passes it in. It is rendered while it is open. */
type SmsDialog = ComponentType<{ recipients: SmsRecipients; onSent: () => void; onClose: () => void }>
