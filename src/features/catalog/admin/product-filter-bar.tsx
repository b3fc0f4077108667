import { useCallback } from 'react'
import { TIERS } from '#platform/tiers.ts'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type ProductFilters, STOCK_WORDS, TYPE_WORDS } from './product-filters.ts'

type ProductFilterBarProps = {
  filters: ProductFilters
  categories: readonly string[]
  onChange: (change: Partial<ProductFilters>) => void
}

const ANY = { value: '', label: 'Any' }
const choices = (words: Record<string, string>) => [
  ANY,
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

/** Search and choices, each in the address as soon as it is made. */
export function ProductFilterBar({ filters, categories, onChange }: ProductFilterBarProps) {
  const search = useCallback((q: string) => onChange({ q }), [onChange])
  // What stands in an old link is shown as chosen, too.
  const named = [...new Set([...categories, ...(filters.category ? [filters.category] : [])])]
  const field = (name: 'tier' | 'category' | 'stock' | 'type' | 'shown') => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(14rem,1fr)_8rem_11rem_9rem_9rem_9rem]">
      <SearchField
        label="Search by name or SKU"
        className="col-span-full lg:col-span-1"
        maxLength={100}
        value={filters.q}
        onChange={search}
      />
      <SelectField
        label="Tier"
        options={[ANY, ...TIERS.map(tier => ({ value: tier, label: tier }))]}
        {...field('tier')}
      />
      <SelectField
        label="Category"
        options={[ANY, ...named.map(category => ({ value: category, label: category }))]}
        {...field('category')}
      />
      <SelectField label="Stock" options={choices(STOCK_WORDS)} {...field('stock')} />
      <SelectField label="Kind" options={choices(TYPE_WORDS)} {...field('type')} />
      <SelectField
        label="Shown"
        options={[
          { value: '', label: 'In the store' },
          { value: 'deleted', label: 'Deleted' },
        ]}
        {...field('shown')}
      />
    </search>
  )
}
