import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { filterFields } from '#ui/staff-kit/use-filters.ts'
import { PRIORITIES, type TicketType } from '../../rules.ts'
import { useAgents } from '../ticket/use-agents.ts'
import { PRIORITY_WORDS } from '../ticket-words.tsx'
import type { DeskFilters, DeskSort } from './desk-filters.ts'

type Props = {
  type: TicketType
  filters: DeskFilters
  onChange: (change: Partial<DeskFilters>) => void
  onManageReplies: () => void
}

const ANY = { value: '', label: 'Any' }
const AGES = [
  ANY,
  { value: 'day', label: 'Last 24 hours' },
  { value: 'days', label: '1 to 3 days' },
  { value: 'older', label: 'Older than 3 days' },
  { value: 'overdue', label: 'Overdue' },
]
const SORTS: { value: DeskSort; label: string }[] = [
  { value: 'due', label: 'Most urgent' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'updated', label: 'Last changed' },
]

/** Search, priority, assignee, age and order; each change goes to the URL at once. */
export function DeskFilterBar({ type, filters, onChange, onManageReplies }: Props) {
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
          { value: '', label: 'Anybody' },
          { value: 'me', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
          ...agents.filter(({ isMe }) => !isMe).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...select('assignee')}
      />
      <SelectField label="Age" options={AGES} {...select('age')} />
      <SelectField label="Sort by" options={SORTS} {...select('sort')} />
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
    </search>
  )
}
