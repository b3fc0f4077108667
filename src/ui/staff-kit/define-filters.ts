import { z } from 'zod'

export type FilterShape = Record<string, z.ZodType<string, string | undefined>>

/** The values of the filters, as texts. An unset filter is empty; a field with `default` has its default. */
export type FiltersOf<S extends FilterShape> = {
  [Name in keyof S]: S[Name] extends z.ZodDefault ? z.output<S[Name]> : z.output<S[Name]> | ''
}

/** Search words, cut to the length that the API accepts. */
export const searchWords = (maxLength: number) => z.string().transform(text => text.slice(0, maxLength))

/** A day as `2026-03-01`. */
export const dayFilter = z.string().regex(/^\d{4}-\d\d-\d\d$/)

/**
 * Filters of a list, kept in the address under the names of the shape.
 * @param shape a schema for each parameter. A value that it refuses, as in a cut-off or old link, is ignored.
 * @param order names that only sort: they survive clearing, and a list with them is not filtered.
 */
export function defineFilters<S extends FilterShape>(shape: S, order: readonly (keyof S & string)[] = []) {
  type Values = FiltersOf<S>
  const names = Object.keys(shape)
  const filterNames = names.filter(name => !order.includes(name))
  const parsedAs = (name: string, raw: string | undefined): string => {
    const parsed = shape[name]!.safeParse(raw)
    return parsed.success ? parsed.data : ''
  }
  const unset = Object.fromEntries(names.map(name => [name, parsedAs(name, undefined)]))

  /** Reads the filters from an address. */
  const read = (params: URLSearchParams): Values =>
    Object.fromEntries(
      names.map(name => [name, parsedAs(name, params.get(name) ?? undefined) || unset[name]]),
    ) as unknown as Values

  /** The address with changed filters, at the first page. Defaults are left out; other parameters stay. */
  function write(params: URLSearchParams, change: Partial<Values>): URLSearchParams {
    const changed = new URLSearchParams(params)
    changed.delete('page')
    for (const [name, value] of Object.entries<string>(change as Record<string, string>)) {
      if (value && value !== unset[name]) changed.set(name, value)
      else changed.delete(name)
    }
    return changed
  }

  const queryOver = (over: readonly string[]) => (filters: Values) =>
    Object.fromEntries(over.map(name => [name, filters[name]!.trim()] as const).filter(([, value]) => value))
  /** Parameters of the API that filter, without the order. */
  const filterQueryOf = queryOver(filterNames)
  return {
    names,
    filterNames,
    read,
    write,
    /** The address without filters; the order stays. */
    clear: (params: URLSearchParams) =>
      write(params, Object.fromEntries(filterNames.map(name => [name, ''])) as Partial<Values>),
    /** All parameters of the API. */
    queryOf: queryOver(names),
    filterQueryOf,
    /** Filters in use, without the search words `q`. */
    inUse: (filters: Values) => Object.keys(filterQueryOf(filters)).filter(name => name !== 'q').length,
    isFiltered: (filters: Values) => Object.keys(filterQueryOf(filters)).length > 0,
  }
}

export type Filters<S extends FilterShape> = ReturnType<typeof defineFilters<S>>
