import { useState } from 'react'

export type Density = 'usual' | 'compact'

const KEY = 'redoubt.admin-density'

/** Row density of lists, stored in the browser because it depends on the screen size. */
export function useDensity(): [Density, () => void] {
  const [density, setDensity] = useState<Density>(() => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'usual'))
  function toggle() {
    const next = density === 'compact' ? 'usual' : 'compact'
    localStorage.setItem(KEY, next)
    setDensity(next)
  }
  return [density, toggle]
}
