import { useCallback } from 'react'
import { createStore, useStore } from '#kernel/client/store.ts'

type Slots = ReadonlySet<number>

const NONE: Slots = new Set()
const choices = createStore<ReadonlyMap<string, Slots>>(() => new Map())

/**
 * The slots that a shopper has chosen and not yet taken. The wall on the page and the one in the dialog show the same choice, and a closed
 * dialog keeps it, until the page is left by a page load.
 * @param key of the user and the giveaway.
 */
export function useKeptChoice(key: string) {
  const picked = useStore(choices, NONE, all => all.get(key) ?? NONE)
  const setPicked = useCallback(
    (next: Slots | ((now: Slots) => Slots)) => {
      const all = choices.get()
      choices.set(new Map(all).set(key, typeof next === 'function' ? next(all.get(key) ?? NONE) : next))
    },
    [key],
  )
  return [picked, setPicked] as const
}
