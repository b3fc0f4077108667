import { useEffect, useState } from 'react'

/**
 * Returns a value once it has not changed for `ms`, so that the server gets one request per burst of typing or presses.
 * @param value must keep its identity while its meaning does not change.
 */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
