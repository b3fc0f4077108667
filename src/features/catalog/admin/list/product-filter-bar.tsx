import { useState } from 'react'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { filterFields } from '#ui/staff-kit/use-filters.ts'
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

/** Search and filters; each change goes to the URL at once. */
export function ProductFilterBar({ filters, categories, onChange }: ProductFilterBarProps) {
  const { select, input } = filterFields(filters, onChange)
  // Also offers a category that an old link names.
  const named = [...new Set([...categories, ...(filters.category ? [filters.category] : [])])]
  const inUse = (['tier', 'category', 'stock', 'type', 'shown'] as const).filter(name => filters[name]).length
  const [isOpen, setOpen] = useState(inUse > 0)
  // On phones the filters would push the list off the screen.
  const folded = isOpen ? '' : 'max-sm:hidden'
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-[minmax(10rem,1fr)_8rem_11rem_9rem_9rem_9rem]">
      <SearchField
        label="Search by name or SKU"
        className="col-span-full xl:col-span-1"
        maxLength={100}
        {...input('q')}
      />
      <Button
        size="sm"
        variant="secondary"
        icon="filter"
        className="col-span-full sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {inUse > 0 ? `Filters (${inUse})` : 'Filters'}
      </Button>
      <SelectField
        label="Tier"
        className={folded}
        options={[ANY, ...TIERS.map(tier => ({ value: tier, label: tier }))]}
        {...select('tier')}
      />
      <SelectField
        label="Category"
        className={folded}
        options={[ANY, ...named.map(category => ({ value: category, label: category }))]}
        {...select('category')}
      />
      <SelectField label="Stock" className={folded} options={choices(STOCK_WORDS)} {...select('stock')} />
      <SelectField label="Kind" className={folded} options={choices(TYPE_WORDS)} {...select('type')} />
      <SelectField
        label="Shown"
        className={folded}
        options={[
          { value: '', label: 'In the store' },
          { value: 'deleted', label: 'Deleted' },
        ]}
        {...select('shown')}
      />
    </search>
  )
}
