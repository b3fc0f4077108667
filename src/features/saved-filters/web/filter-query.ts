/**
 * The filter part of a URL, in a fixed order, so that one filter always gives one text.
 * @param names of the filter parameters.
 */
export function filterQueryOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams(names.flatMap(name => params.getAll(name).map(value => [name, value])))
  kept.sort()
  return kept.toString()
}

/** The URL with a saved filter instead of the current one, at its first page; other parameters stay. */
export function withFilterQuery(params: URLSearchParams, names: readonly string[], query: string): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => name !== 'page' && !names.includes(name)))
  for (const [name, value] of new URLSearchParams(query)) if (names.includes(name)) next.append(name, value)
  return next
}
