/**
 * What of an address narrows a list down, in one order, so that the same filter always reads the same.
 * @param names of the parameters that do.
 */
export function filterQueryOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams(names.flatMap(name => params.getAll(name).map(value => [name, value])))
  kept.sort()
  return kept.toString()
}

/**
 * The address with a saved filter in place of what narrowed the list down before, at its first page; what is no filter stays.
 */
export function withFilterQuery(params: URLSearchParams, names: readonly string[], query: string): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => name !== 'page' && !names.includes(name)))
  for (const [name, value] of new URLSearchParams(query)) if (names.includes(name)) next.append(name, value)
  return next
}
