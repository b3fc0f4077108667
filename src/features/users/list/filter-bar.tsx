import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { DayField } from '#ui/forms/day-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { filterFields } from '#ui/staff-kit/use-filters.ts'
import { CHOICES, narrowingOf, type UsersFilters } from './users-filters.ts'

type FilterBarProps = { filters: UsersFilters; onChange: (change: Partial<UsersFilters>) => void }

const LABELS: Record<keyof typeof CHOICES, string> = {
  role: 'Role',
  membership: 'Membership',
  disabled: 'Account',
  smsConsent: 'SMS',
}

/** Search and filters; each choice goes to the address at once. On phones a button opens the filters, so that the list comes first. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const count = Object.keys(narrowingOf(filters)).length
  const { select, input } = filterFields(filters, onChange)
  const folds = classNames(!isOpen && 'max-sm:hidden')
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 min-[90rem]:grid-cols-[minmax(12rem,1fr)_repeat(4,8.5rem)_repeat(2,9.5rem)]">
      <SearchField
        label="Search users"
        hint="Name, email or phone"
        className="col-span-full sm:col-span-2 min-[90rem]:col-span-1 sm:[&_p]:sr-only"
        {...input('q')}
      />
      <Button
        variant="secondary"
        size="sm"
        icon="filter"
        aria-expanded={isOpen}
        className="col-span-full sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filters, ${count} on` : 'Filters'}
      </Button>
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(name => (
        <SelectField
          key={name}
          label={LABELS[name]}
          className={folds}
          options={[{ value: '', label: 'Any' }, ...CHOICES[name]]}
          {...select(name)}
        />
      ))}
      <DayField label="Joined from" className={folds} {...input('joinedFrom')} />
      <DayField label="Joined to" className={folds} {...input('joinedTo')} />
    </search>
  )
}
