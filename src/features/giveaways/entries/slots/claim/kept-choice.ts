import { useCallback, useSyncExternalStore } from 'react'

type Slots = ReadonlySet<number>

const NONE: Slots = new Set()
const choices = new Map<string, Slots>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The slots that a shopper has chosen and not yet taken. The wall on the page and the one in the dialog show the same choice, and a closed
 * dialog keeps it, until the page is left by a page load.
 * @param key of the user and the giveaway.
 */
export function useKeptChoice(key: string) {
  const picked = useSyncExternalStore(
    subscribe,
    () => choices.get(key) ?? NONE,
    () => NONE,
  )
  const setPicked = useCallback(
    (next: Slots | ((now: Slots) => Slots)) => {
      choices.set(key, typeof next === 'function' ? next(choices.get(key) ?? NONE) : next)
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [picked, setPicked] as const
}
