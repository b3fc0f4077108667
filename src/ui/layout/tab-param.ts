import { useSearchParams } from 'react-router'

/**
 * Keeps the active tab in the query string, so that it can be linked and survives a reload.
 * The first of `values` is the default and has no parameter; an unknown value counts as the default.
 */
export function useTabParam<T extends string>(name: string, values: readonly [T, ...T[]]): [T, (value: T) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get(name)
  const value = values.find(known => known === asked) ?? values[0]

  function choose(next: T) {
    const changed = new URLSearchParams(params)
    if (next === values[0]) changed.delete(name)
    else changed.set(name, next)
    setParams(changed, { replace: true, preventScrollReset: true })
  }

  return [value, choose]
}
