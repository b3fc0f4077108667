import { type ChangeEvent, useEffect, useRef } from 'react'
import { Form, useNavigate, useSubmit } from 'react-router'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Chip } from '#ui/data/chip.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { activeFilters, paramsOf, SORT_NAMES, type Sort, type StoreFilters, storeLink } from './store-filters.ts'

/** Debounce of the search box, so that a query follows a word and not a letter. */
const TYPING_MS = 350

/** Id of the panel that the filter button on phones opens. */
export const FILTERS_ID = 'store-filters'

type StoreBarProps = { filters: StoreFilters; filtersOpen: boolean; onToggleFilters: () => void }

/** Search, sort order and, on phones, the filter button. */
export function StoreBar({ filters, filtersOpen, onToggleFilters }: StoreBarProps) {
  const navigate = useNavigate()
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-3 lg:grid-cols-[1fr_14rem]">
      <SearchBox filters={filters} />
      <Button
        variant="secondary"
        icon="filter"
        className="lg:hidden"
        aria-expanded={filtersOpen}
        aria-controls={FILTERS_ID}
        onClick={onToggleFilters}
      >
        {filtersOpen ? 'Hide filters' : 'Filters'}
      </Button>
      <SelectField
        label="Sort by"
        labelHidden
        value={filters.sort}
        onChange={event =>
          navigate(storeLink(filters, { sort: event.target.value as Sort }), { preventScrollReset: true })
        }
        options={Object.entries(SORT_NAMES).map(([value, label]) => ({
          value,
          label: value === 'featured' && filters.q ? 'Best match' : label,
        }))}
      />
    </div>
  )
}

function SearchBox({ filters }: { filters: StoreFilters }) {
  const submit = useSubmit()
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(typing.current), [])
  // The box follows a change by a chip or by Back. A result of the box's own search must not overwrite newer typing.
  const asked = useRef(filters.q)
  useEffect(() => {
    if (!input.current || filters.q === asked.current) return
    clearTimeout(typing.current)
    asked.current = filters.q
    input.current.value = filters.q
  }, [filters.q])
  const { q: _, page: __, ...kept } = paramsOf(filters)

  function type(event: ChangeEvent<HTMLInputElement>) {
    clearTimeout(typing.current)
    const { form } = event.currentTarget
    typing.current = setTimeout(() => {
      sent()
      submit(form, { replace: filters.q !== '', preventScrollReset: true })
    }, TYPING_MS)
  }
  function sent() {
    clearTimeout(typing.current)
    asked.current = input.current?.value.trim() ?? ''
  }

  return (
    <Form role="search" action="/store" className="max-lg:col-span-2" preventScrollReset onSubmit={sent}>
      <TextField
        label="Search the store"
        labelHidden
        ref={input}
        type="search"
        name="q"
        maxLength={100}
        placeholder="Search the store"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={filters.q}
        onChange={type}
        suffix={<IconButton type="submit" icon="search" label="Search" />}
      />
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  )
}

/** Number of results and the active filters. */
export function StoreSummary({ filters, total, isAlike }: { filters: StoreFilters; total: number; isAlike: boolean }) {
  const active = activeFilters(filters, useSettings())
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-muted">
        {isAlike && `No exact match. Closest ${total === 1 ? 'result' : 'results'}: `}
        <span className="figure font-semibold text-ink text-lg">{total}</span> {total === 1 ? 'product' : 'products'}
      </p>
      {active.length > 0 && (
        <>
          <ul className="flex flex-wrap gap-2">
            {active.map(({ name, without }) => (
              <li key={name}>
                <Chip removeTo={storeLink(filters, without)} removeLabel={`Remove filter ${name}`}>
                  {name}
                </Chip>
              </li>
            ))}
          </ul>
          <TextLink to={storeLink(NO_FILTERS(filters), {})} preventScrollReset className="py-2">
            Clear filters
          </TextLink>
        </>
      )}
    </div>
  )
}

/** Clearing the filters keeps the sort order. */
const NO_FILTERS = ({ sort }: StoreFilters): StoreFilters => ({
  q: '',
  tier: null,
  type: 'all',
  category: null,
  price: null,
  inStock: false,
  sort,
  page: 1,
})
