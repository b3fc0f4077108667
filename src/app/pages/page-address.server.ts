import { paramsOf, readFilters } from '#features/catalog/store/store-filters.ts'

/** Query parameters that change the server's rendering, for pages whose URLs others extend, for example campaign links. */
const PARAMETERS: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/(legal)?$/, []],
  [/^\/giveaways$/, ['tab']],
  [/^\/giveaways\/[^/]+$/, []],
  [/^\/product\/[^/]+$/, ['color', 'reviews', 'reviewsSort', 'size']],
]

/**
 * The canonical URL under which a page is rendered and cached. Drops parameters that the page does not know and store filters without
 * effect, so that they cause no second rendering and evict no other page.
 * @param address a path with its query; pages outside the table keep their query.
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
