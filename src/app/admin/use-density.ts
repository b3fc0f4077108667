import { useState } from 'react'

export type Density = 'usual' | 'compact'

const KEY = 'redoubt.admin-density'

/** How dense the rows of lists are, kept with the browser: a screen's size has a say in it. */
export function useDensity(): [Density, () => void] {
  const [density, setDensity] = useState<Density>(() => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'usual'))
  function toggle() {
    const next = density === 'compact' ? 'usual' : 'compact'
    localStorage.setItem(KEY, next)
    setDensity(next)
  }
  return [density, toggle]
}
