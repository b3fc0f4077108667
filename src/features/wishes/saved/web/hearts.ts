import { createStore } from '#kernel/client/store.ts'

/** The rest of the wish list: calls, storage, toasts. */
export const loadWishes = () => import('./kept-wishes.ts')

/** The first heart of a page loads the rest once the browser is idle. */
const loadWhenIdle = () => void (window.requestIdleCallback ?? setTimeout)(() => void loadWishes().catch(() => {}))

/** Saved products with their variants, as the hearts of the page show them. The store page pays for each byte here. */
export const hearts = createStore<ReadonlyMap<string, string | null>>(() => new Map(), loadWhenIdle)
