import { paramsOf, readFilters } from '#features/catalog/store/store-filters.ts'

/** The query parameters that change what the server renders, of the pages whose address anyone may decorate: links of campaigns do. */
const PARAMETERS: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/(legal)?$/, []],
  [/^\/giveaways$/, ['tab']],
  [/^\/giveaways\/[^/]+$/, []],
  [/^\/product\/[^/]+$/, ['color', 'reviews', 'reviewsSort', 'size']],
]

/**
 * The address that a page is rendered for and kept under. Parameters that the page does not know, and filters of the store that mean
 * nothing, are left out, so that they make no second rendering and evict no other page.
 * @param address a path with its query; other pages than those of the table keep theirs.
 */
export function canonicalPageAddress(address: string): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const path = address.slice(0, start)
  const asked = new URLSearchParams(address.slice(start))
  if (path === '/store') return join(path, new URLSearchParams(paramsOf(readFilters(asked))))
  const names = PARAMETERS.find(([pattern]) => pattern.test(path))?.[1]
  if (!names) return address
  const known = names.flatMap(name =>
    asked
      .getAll(name)
      .slice(0, 1)
      .map(value => [name, value]),
  )
  return join(path, new URLSearchParams(known))
}

const join = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
