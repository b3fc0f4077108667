import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { CountChip, countInWords } from '#ui/data/count-chip.tsx'
import type { OrderFilter } from '../contract.ts'
import { STAFF_ORDERS, staffClient } from '../staff-client.ts'
import { STANDING, WAITING } from './order-filters.ts'

type StatusChipsProps = { value: OrderFilter | ''; onChange: (status: OrderFilter | '') => void }

/** Status chips with counts. A second press clears the filter. */
export function StatusChips({ value, onChange }: StatusChipsProps) {
  const { data } = useQuery({
    queryKey: [...STAFF_ORDERS, 'counts'],
    queryFn: () => call(staffClient().admin.orders.counts.$get()),
  })
  const group = (label: string, chips: typeof WAITING) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form of its own.
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {chips.map(chip => (
        <CountChip
          key={chip.value}
          label={chip.label}
          count={data && countInWords(data.counts[chip.value] ?? 0, data.limit)}
          // Highlights non-empty chips of orders that wait for staff.
          urges={chips === WAITING && (data?.counts[chip.value] ?? 0) > 0}
          pressed={value === chip.value}
          onPress={() => onChange(value === chip.value ? '' : chip.value)}
        />
      ))}
    </div>
  )
  return (
    <div className="flex flex-col gap-2">
      {group('Waiting for staff', WAITING)}
      {group('How orders stand', STANDING)}
    </div>
  )
}
