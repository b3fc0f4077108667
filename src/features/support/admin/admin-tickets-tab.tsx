import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { isShortcut } from '#kernel/client/character-keys.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { linkWith } from '#ui/overlays/open-param.ts'
import { defineFilters, type FiltersOf, searchWords } from '#ui/staff-kit/define-filters.ts'
import { FilterFold } from '#ui/staff-kit/filter-fold.tsx'
import { filterFields, useFilters } from '#ui/staff-kit/use-filters.ts'
import { AGES, TICKET_SORTS } from '../desk/contract.ts'
import { STATUSES, type TicketStatus } from '../desk/rules.ts'
import { PRIORITIES, type TicketType } from '../rules.ts'
import { DESK, deskChanged, deskClient, KINDS } from './desk-client.ts'
import { TicketList } from './list/ticket-list.tsx'
import { RepliesDialog } from './replies-dialog.tsx'
import { useAgents } from './ticket/ticket-controls.tsx'
import { TicketPanel } from './ticket/ticket-panel.tsx'
import { PRIORITY_WORDS, STATUS_WORDS } from './ticket-words.tsx'

/** `/admin?tab=support`: tickets about users' own affairs. */
export const AdminTicketsTab = () => <Desk type="support" />

/** `/admin?tab=inquiries`: all other inquiries. */
export const AdminInquiriesTab = () => <Desk type="general" />

/** URL parameter of the open ticket, beside the filters. */
const OPEN = 'open'
/** Links of the list, in order, for the keys j and k. */
const ROW = '[data-ticket-row]'

/** The list and the open ticket: side by side on wide screens, else one after the other. */
function Desk({ type }: { type: TicketType }) {
  const [params] = useSearchParams()
  const [isManaging, setManaging] = useState(false)
  const { filters, change, clear, query, isFiltered } = useFilters(DESK_FILTERS[type])
  const open = params.get(OPEN)
  useAdminChannel(['tickets'], () => void deskChanged())
  useEffect(() => {
    window.addEventListener('keydown', goByLetters)
    return () => window.removeEventListener('keydown', goByLetters)
  }, [])

  const withOpen = (id: string | null) => linkWith(params, OPEN, id)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <div className={classNames('flex min-w-0 flex-col gap-4', open && 'max-lg:hidden')}>
        <DeskFilterBar type={type} filters={filters} onChange={change} onManageReplies={() => setManaging(true)} />
        <SavedFiltersBar tab={type === 'support' ? 'support' : 'inquiries'} names={DESK_FILTERS[type].filterNames} />
        <TicketList
          type={type}
          query={deskQueryOf(query)}
          isFiltered={isFiltered}
          open={open}
          linkTo={withOpen}
          onClear={clear}
        />
      </div>
      <div
        className={classNames(
          'min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:border-line lg:border-l lg:pl-6',
          !open && 'max-lg:hidden',
        )}
      >
        {open ? (
          // The key drops the text typed for another ticket.
          <TicketPanel key={open} id={open} back={withOpen(null)} onManageReplies={() => setManaging(true)} />
        ) : (
          <EmptyState icon="mail" title={`Choose ${type === 'support' ? 'a ticket' : 'an inquiry'} to read`}>
            <span className="max-lg:hidden">With the keys j and k you go from one {KINDS[type].noun} to the next.</span>
          </EmptyState>
        )}
      </div>
      {isManaging && <RepliesDialog onClose={() => setManaging(false)} />}
    </div>
  )
}

/** j opens the next row, k the previous one, counted from the focused row, else from the open row; without either, the first row. */
function goByLetters(event: KeyboardEvent) {
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
  if (!step || !isShortcut(event)) return
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(ROW)]
  const focused = rows.indexOf(event.target as HTMLAnchorElement)
  const current = focused >= 0 ? focused : rows.findIndex(row => row.getAttribute('aria-current'))
  const next = rows[current < 0 ? 0 : current + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}

type View = Pick<DeskFilters, 'status' | 'assignee' | 'age'>
type Props = { type: TicketType; filters: DeskFilters; onChange: (change: View) => void }

const NOTHING: View = { status: '', assignee: '', age: '' }

/** The most used views, each with its count; `name` is the name of the count. */
const viewsOf = (type: TicketType): { name: string; label: string; view: View }[] => [
  { name: 'active', label: 'Not closed', view: NOTHING },
  { name: 'overdue', label: 'Overdue', view: { ...NOTHING, age: 'overdue' } },
  { name: 'mine', label: 'Mine', view: { ...NOTHING, assignee: 'me' } },
  { name: 'unassigned', label: 'Unassigned', view: { ...NOTHING, assignee: 'nobody' } },
  ...STATUSES[type].map(status => ({
    name: status,
    label: STATUS_WORDS[status].label,
    view: { ...NOTHING, status } satisfies View,
  })),
  { name: 'all', label: 'All', view: { ...NOTHING, status: 'all' } },
]

/** Views of the list, by status and assignee. */
function ViewChips({ type, filters, onChange }: Props) {
  const { data } = useQuery({
    queryKey: [DESK, 'counts', type],
    queryFn: () => call(deskClient.counts.$get({ query: { type } })),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form of its own.
    <div role="group" aria-label="Views" className="col-span-full flex flex-wrap gap-2">
      {viewsOf(type).map(({ name, label, view }) => {
        const isPressed = (Object.keys(view) as (keyof View)[]).every(key => filters[key] === view[key])
        const count = data?.counts[name]
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isPressed}
            onClick={() => onChange(view)}
            className={classNames(
              'inline-flex min-h-9 items-center gap-2 rounded-sm border px-3 text-sm transition-colors hover:border-ink',
              isPressed ? 'border-signal bg-raised text-ink' : 'border-line-strong bg-surface',
            )}
          >
            {label}
            {name !== 'all' && (
              // Keeps the width while the count loads.
              <span className="figure min-w-4 text-center font-semibold text-muted">
                {count === undefined ? '·' : count >= data!.limit ? `${data!.limit.toLocaleString('en-US')}+` : count}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

type FilterBarProps = {
  type: TicketType
  filters: DeskFilters
  onChange: (change: Partial<DeskFilters>) => void
  onManageReplies: () => void
}

const ANY = { value: '', label: 'Any' }
const AGE_CHOICES = [
  ANY,
  { value: 'day', label: 'Last 24 hours' },
  { value: 'days', label: '1 to 3 days' },
  { value: 'older', label: 'Older than 3 days' },
  { value: 'overdue', label: 'Overdue' },
]
const SORT_CHOICES: { value: DeskSort; label: string }[] = [
  { value: 'due', label: 'Most urgent' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'updated', label: 'Last changed' },
]

/** Search, priority, assignee, age and order; each change goes to the URL at once. */
function DeskFilterBar({ type, filters, onChange, onManageReplies }: FilterBarProps) {
  const agents = useAgents()
  const { select, input } = filterFields(filters, onChange)
  const mayChange = useRight('tickets.change')
  return (
    <search className="grid grid-cols-2 items-end gap-3">
      <SearchField
        label="Search"
        hint="Words, name, e-mail or phone"
        className="col-span-full [&_p]:sr-only"
        {...input('q')}
      />
      <FilterFold count={DESK_FILTERS[type].inUse(filters)}>
        {type === 'support' && (
          <SelectField
            label="Priority"
            options={[ANY, ...PRIORITIES.toReversed().map(value => ({ value, label: PRIORITY_WORDS[value] }))]}
            {...select('priority')}
          />
        )}
        <SelectField
          label="Assigned to"
          options={[
            { value: '', label: 'Anyone' },
            { value: 'me', label: 'Me' },
            { value: 'nobody', label: 'Unassigned' },
            ...agents.filter(({ isMe }) => !isMe).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...select('assignee')}
        />
        <SelectField label="Age" options={AGE_CHOICES} {...select('age')} />
        <SelectField label="Sort by" options={SORT_CHOICES} {...select('sort')} />
        {mayChange && (
          <Button
            variant="quiet"
            size="sm"
            icon="edit"
            className="col-span-full justify-self-start"
            onClick={onManageReplies}
          >
            Canned replies
          </Button>
        )}
        <ViewChips type={type} filters={filters} onChange={onChange} />
      </FilterFold>
    </search>
  )
}

type DeskSort = (typeof TICKET_SORTS)[number]

const shapeOf = (type: TicketType) => ({
  /** Unset: every ticket that is not closed; `all`: every ticket. */
  status: z.enum([...STATUSES[type], 'all'] as (TicketStatus | 'all')[]),
  priority: z.enum(PRIORITIES),
  /** `me`, `nobody` or an id of the staff. */
  assignee: z.string().regex(/^(me|nobody|[0-9a-f-]{36})$/),
  age: z.enum(AGES),
  q: searchWords(200),
  sort: z.enum(TICKET_SORTS).default('due'),
})
type DeskFilters = FiltersOf<ReturnType<typeof shapeOf>>

/** Filters of each list; tickets and inquiries have their own statuses. */
const DESK_FILTERS = {
  support: defineFilters(shapeOf('support'), ['sort']),
  general: defineFilters(shapeOf('general'), ['sort']),
}

/** Query parameters of the API. */
function deskQueryOf({ status, ...rest }: Record<string, string>): Record<string, string> {
  if (status === 'all') return rest
  return { ...rest, status: status ?? 'active' }
}
