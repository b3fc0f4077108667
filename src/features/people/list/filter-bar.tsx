import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { CHOICES, type PeopleFilters } from './people-filters.ts'

type FilterBarProps = { filters: PeopleFilters; onChange: (change: Partial<PeopleFilters>) => void }

const LABELS: Record<keyof typeof CHOICES, string> = {
  role: 'Role',
  membership: 'Membership',
  disabled: 'Account',
  smsConsent: 'SMS',
}

/** Search and filters, each in the address as soon as it is chosen. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-[minmax(14rem,1fr)_repeat(4,8.5rem)_repeat(2,9.5rem)]">
      <SearchField
        label="Search users"
        hint="Name, email or phone"
        className="col-span-full lg:col-span-1 lg:[&_p]:sr-only"
        value={filters.q}
        onChange={q => onChange({ q })}
      />
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(name => (
        <SelectField
          key={name}
          label={LABELS[name]}
          value={filters[name]}
          options={[{ value: '', label: 'Any' }, ...CHOICES[name]]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
      <Day label="Joined from" value={filters.joinedFrom} onChange={joinedFrom => onChange({ joinedFrom })} />
      <Day label="Joined to" value={filters.joinedTo} onChange={joinedTo => onChange({ joinedTo })} />
    </search>
  )
}

/** A date that is half typed is none yet: the browser tells it as empty, and only a whole one is taken. */
const Day = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <TextField
    key={value}
    label={label}
    type="date"
    defaultValue={value}
    onBlur={({ target }) => target.value !== value && onChange(target.value)}
    onChange={({ target }) => target.value && onChange(target.value)}
  />
)
