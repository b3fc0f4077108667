/** Saved products with their variants, as the hearts of the page show them. */
let saved: ReadonlyMap<string, string | null> = new Map()
const listeners = new Set<() => void>()
let isAsked = false

export const readHearts = () => saved

export function showHearts(items: readonly { productId: string; variantId: string | null }[]): void {
  saved = new Map(items.map(({ productId, variantId }) => [productId, variantId]))
  for (const listener of listeners) listener()
}

/** The first heart of a page loads the rest of the wish list once the browser is idle. */
export function followHearts(listener: () => void) {
  listeners.add(listener)
  if (!isAsked) {
    isAsked = true
    const load = () => void import('./kept-wishes.ts').catch(() => {})
    ;(window.requestIdleCallback ?? setTimeout)(load)
  }
  return () => void listeners.delete(listener)
}
