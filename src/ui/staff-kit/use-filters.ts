import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { FilterShape, Filters, FiltersOf } from './define-filters.ts'

const REPLACE = { replace: true, preventScrollReset: true } as const

/** The filters of a list, as the address has them. */
export function useFilters<S extends FilterShape>(defined: Filters<S>) {
  const [params, setParams] = useSearchParams()
  const filters = defined.read(params)
  const change = useCallback(
    (changed: Partial<FiltersOf<S>>) => setParams(now => defined.write(now, changed), REPLACE),
    [defined, setParams],
  )
  const clear = () => setParams(defined.clear, REPLACE)
  return {
    ...{ filters, change, clear, query: defined.queryOf(filters) },
    isFiltered: defined.isFiltered(filters),
    inUse: defined.inUse(filters),
  }
}

/** Props of the fields of a filter bar: `select` for `<SelectField>`, `input` for `<SearchField>` and `<DayField>`. */
export const filterFields = <F extends Record<string, string>>(filters: F, change: (changed: Partial<F>) => void) => ({
  select: (name: keyof F & string) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<F>),
  }),
  input: (name: keyof F & string) => ({
    value: filters[name] as string,
    onChange: (value: string) => change({ [name]: value } as Partial<F>),
  }),
})
