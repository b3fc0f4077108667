import { ApiError } from '#platform/client/api-error.ts'
import { type CartItem, lineKeyOf } from './cart-item.ts'
import type { CartStorage, createCartStore } from './cart-store.ts'
import type { SavedCart, SavedItem } from './contract.ts'
import { addedSince, isSameCart, mergeCarts, savedItemsOf } from './merge-carts.ts'

/** What this browser and the account last agreed on, and whose account that was. */
const KNOWN = 'redoubt.cart-known'
/** A person pressing + five times is one change. */
const SAVE_AFTER_MS = 800

type Known = {
  userId: string
  revision: number
  items: SavedItem[]
  /** What was sent to be saved after that, while nobody knows whether it was: a page that is left never hears. */
  sent?: SavedItem[]
}

type Options = {
  userId: string
  store: Pick<ReturnType<typeof createCartStore>, 'read' | 'replace' | 'subscribe' | 'isVerifying'>
  storage: CartStorage
  /** The account's cart. */
  read: () => Promise<SavedCart>
  /** @throws ApiError `cart_changed` with the account's cart in its details. */
  write: (cart: { items: SavedItem[]; revision: number }) => Promise<SavedCart>
  /** Lines as a cart shows them; what has left the store is left out. */
  lookUp: (items: readonly SavedItem[]) => Promise<CartItem[]>
  /** Runs one after the other, in all tabs of this browser: each begins with what the last one knew. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Keeps the cart of this browser and that of the account the same while somebody is signed in. Nothing is read or saved
 * while a payment is verified. A call that fails is no reason to bother anybody: the next change or look makes up for it.
 */
export function followSavedCart({ userId, store, storage, read, write, lookUp, alone }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let agreed = false
  /** The account's cart is to be read before it is saved: it was not yet, or a payment takes out of it what it paid for. */
  let behind = true
  const mine = () => savedItemsOf(store.read())

  function known(): Known | undefined {
    try {
      return JSON.parse(storage.getItem(KNOWN) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  function remember({ items, revision }: SavedCart) {
    agreed = true
    storage.setItem(KNOWN, JSON.stringify({ userId, items, revision } satisfies Known))
  }
  /** What was once agreed on is no longer there, or somebody else's: the account was signed out in another tab. */
  const isOver = () => stopped || store.isVerifying() || (agreed && known()?.userId !== userId)

  /** What was left in this browser by somebody else's account stays theirs: only what was added since comes along. */
  function merged(saved: SavedCart): SavedItem[] {
    const last = known()
    if (last?.userId === userId) return mergeCarts(mine(), saved.items, agreedOn(last, saved))
    return mergeCarts(last ? addedSince(mine(), last.items) : mine(), saved.items, null)
  }

  async function adopt(saved: SavedCart) {
    const here = new Set(store.read().map(lineKeyOf))
    const found = await lookUp(
      saved.items.filter(({ productId, variantId }) => !here.has(lineKeyOf({ id: productId, variantId }))),
    )
    if (isOver()) return
    // Nothing is awaited from here on, so what the shopper did meanwhile is in it.
    const lines = new Map([...found, ...store.read()].map(line => [lineKeyOf(line), line]))
    const items = merged(saved).flatMap(({ productId, variantId, quantity }) => {
      const line = lines.get(lineKeyOf({ id: productId, variantId }))
      return line ? [{ ...line, quantity }] : []
    })
    remember(saved)
    if (!isSameCart(mine(), savedItemsOf(items))) store.replace(items)
  }

  async function save() {
    const last = known()
    const items = mine()
    // Before the first look nothing is agreed on, and that look saves what is here.
    if (isOver() || last?.userId !== userId || isSameCart(items, last.items)) return
    storage.setItem(KNOWN, JSON.stringify({ ...last, sent: items } satisfies Known))
    try {
      remember(await write({ items, revision: last.revision }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'cart_changed') throw error
      await adopt(error.details.cart as SavedCart)
    }
  }

  const attempt = (work: () => Promise<void>) => alone(work).catch(() => undefined)

  /** Looks whether another device changed the cart, then saves what changed here. */
  const look = () =>
    attempt(async () => {
      if (isOver()) return
      await adopt(await read())
      behind = isOver()
      await save()
    })
  /** Saves now what is not saved yet. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    return behind ? look() : attempt(save)
  }

  const unsubscribe = store.subscribe(() => {
    clearTimeout(timer)
    behind ||= store.isVerifying()
    timer = setTimeout(() => void flush(), SAVE_AFTER_MS)
  })
  return {
    flush,
    look,
    /** The account leaves this browser: what is remembered of its cart goes too. */
    forget: () => storage.removeItem(KNOWN),
    stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** What both last had: what this browser sent, if that is what the account has now, or what was answered before. */
const agreedOn = ({ items, revision, sent }: Known, saved: SavedCart) =>
  sent && saved.revision === revision + 1 && isSameCart(sent, saved.items) ? sent : items
