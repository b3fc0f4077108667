/** Saved products with their variants, as the hearts of the page show them. The store page pays for each byte here. */
let saved: ReadonlyMap<string, string | null> = new Map()
const listeners = new Set<() => void>()

/** The rest of the wish list: calls, storage, toasts. */
export const loadWishes = () => import('./kept-wishes.ts')

export const readHearts = () => saved

export function showHearts(next: typeof saved): void {
  saved = next
  for (const listener of listeners) listener()
}

/** The first heart of a page loads the rest once the browser is idle. */
export function followHearts(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) (window.requestIdleCallback ?? setTimeout)(() => void loadWishes().catch(() => {}))
  return () => void listeners.delete(listener)
}
