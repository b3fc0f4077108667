import { useEffect, useState } from 'react'

/**
 * A value once it has stayed the same for a while, so that the server is asked once for what is still being typed or pressed.
 * @param value must be the same object as long as it means the same.
 */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
