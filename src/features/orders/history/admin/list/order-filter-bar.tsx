import { useEffect, useState } from 'react'
import { TIERS } from '#kernel/values/tiers.ts'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { DayField } from '#ui/forms/day-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { filterFields } from '#ui/staff-kit/use-filters.ts'
import { usePaymentWords } from '../payment-words.ts'
import type { OrderFilters } from './order-filters.ts'

type OrderFilterBarProps = {
  filters: OrderFilters
  onChange: (change: Partial<OrderFilters>) => void
}

const SORTS: readonly { value: OrderFilters['sort']; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'highest', label: 'Highest total' },
  { value: 'lowest', label: 'Lowest total' },
]

/** Search, dates, tier, state and method. Each change goes to the address at once. */
export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  const { select, input } = filterFields(filters, onChange)
  const { options: methods } = usePaymentWords()
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-[minmax(14rem,1fr)_repeat(2,9.5rem)_8rem_5.5rem_9rem_10rem]">
      <SearchField
        label="Search orders"
        hint="Number, e-mail, name, tracking or payment"
        className="col-span-full lg:col-span-1 lg:[&_p]:sr-only"
        {...input('q')}
      />
      <DayField label="From" max={filters.to} {...input('from')} />
      <DayField label="To" min={filters.from} {...input('to')} />
      <SelectField
        label="Tier"
        options={[{ value: '', label: 'Any' }, ...TIERS.map(tier => ({ value: tier, label: tier }))]}
        {...select('tier')}
      />
      <StateField {...input('state')} />
      <SelectField label="Payment" options={[{ value: '', label: 'Any' }, ...methods]} {...select('method')} />
      <SelectField label="Sort by" options={SORTS} {...select('sort')} />
    </search>
  )
}

function StateField({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  function type(typed: string) {
    const letters = typed.replace(/[^a-z]/gi, '').toUpperCase()
    setText(letters)
    if (letters.length !== 1) onChange(letters)
  }
  return (
    <TextField
      label="State"
      maxLength={2}
      autoComplete="off"
      placeholder="UT"
      inputClassName="uppercase"
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setText(value)}
    />
  )
}
