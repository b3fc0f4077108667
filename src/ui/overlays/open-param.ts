import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Keeps the overlay that is open over a list in the address, so that it can be linked and the back button closes it. `order`, `user`,
 * `giveaway`, `product` and `code` hold an id; `new` is `1`. Other parameters stay.
 * @returns the value or null, a function that opens another value, and a function that closes.
 */
export function useOpenParam(name: string): [string | null, (value: string) => void, () => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string | null) =>
      setParams(
        now => {
          const next = new URLSearchParams(now)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { preventScrollReset: true, replace: value === null },
      ),
    [name, setParams],
  )
  const close = useCallback(() => set(null), [set])
  return [params.get(name), set, close]
}

/** The link to the same page with another value of one parameter; without a value the parameter is left out. */
export function linkWith(params: URLSearchParams, name: string, value: string | null): string {
  const to = new URLSearchParams(params)
  if (value) to.set(name, value)
  else to.delete(name)
  return `?${to}`
}
