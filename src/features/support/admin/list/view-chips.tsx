import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { classNames } from '#ui/class-names.ts'
import { STATUSES } from '../../desk/rules.ts'
import type { TicketType } from '../../rules.ts'
import { DESK, deskClient } from '../desk-client.ts'
import { STATUS_WORDS } from '../ticket-words.tsx'
import type { DeskFilters } from './desk-filters.ts'

type View = Pick<DeskFilters, 'status' | 'assignee' | 'age'>
type Props = { type: TicketType; filters: DeskFilters; onChange: (change: View) => void }

const NOTHING: View = { status: '', assignee: '', age: '' }

/** The most used views, each with its count; `name` is the name of the count. */
const viewsOf = (type: TicketType): { name: string; label: string; view: View }[] => [
  { name: 'active', label: 'Not closed', view: NOTHING },
  { name: 'overdue', label: 'Overdue', view: { ...NOTHING, age: 'overdue' } },
  { name: 'mine', label: 'Mine', view: { ...NOTHING, assignee: 'me' } },
  { name: 'unassigned', label: 'Nobody’s', view: { ...NOTHING, assignee: 'nobody' } },
  ...STATUSES[type].map(status => ({
    name: status,
    label: STATUS_WORDS[status].label,
    view: { ...NOTHING, status } satisfies View,
  })),
  { name: 'all', label: 'All', view: { ...NOTHING, status: 'all' } },
]

/** Views of the list, by status and assignee. */
export function ViewChips({ type, filters, onChange }: Props) {
  const { data } = useQuery({
    queryKey: [DESK, 'counts', type],
    queryFn: () => call(deskClient.counts.$get({ query: { type } })),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form of its own.
    <div role="group" aria-label="Views" className="flex flex-wrap gap-2">
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
