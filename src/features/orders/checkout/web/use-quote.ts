import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { cart, useCart } from '#features/cart/cart.ts'
import { type CartItem, unitPriceOf } from '#features/cart/cart-item.ts'
import { call } from '#kernel/client/calls/call.ts'
import { browserStorage, jsonIn } from '#kernel/client/storage/browser-storage.ts'
import { ordersClient, type ShownQuote } from '../../history/web/orders-client.ts'

export type PriceChange = { name: string; before: number; now: number }

/** The cart's identity for the server, without prices. */
export const itemsOf = (items: readonly CartItem[]) =>
  items.map(({ id, variantId, name, quantity }) => ({ productId: id, quantity, name, ...(variantId && { variantId }) }))

/** The quote's line for a cart item. */
export const quotedLine = (quote: ShownQuote, item: Pick<CartItem, 'id' | 'variantId'>) =>
  quote.lines.find(line => line.productId === item.id && (!item.variantId || line.variantId === item.variantId))

/** The key of a quote in the browser's cache. */
export const quoteKey = (items: ReturnType<typeof itemsOf>, asked: readonly string[]) => ['quote', items, asked]

/** Fetches the server's price of a cart. A code that does not count is among the notices. */
export const askQuote = (items: ReturnType<typeof itemsOf>, asked: readonly string[]) =>
  call(ordersClient.payments.quote.$post({ json: { items, ...(asked.length > 0 && { codes: [...asked] }) } }))

/** The codes that a quote leaves out, with reasons. */
export const refusalsIn = (quote: ShownQuote) => quote.notices.filter(({ code }) => code === 'code_refused')

/**
 * The server's price of the cart with the stored codes. Where a price differs from the cart, the cart is updated, and `changes` names each
 * increase and decrease before the payment. A code that no longer counts is removed, and `refusedCode` says why.
 */
export function useQuote() {
  const items = useCart()
  const kept = useKeptCodes()
  const client = useQueryClient()
  const wanted = useMemo(() => itemsOf(items), [items])
  const queryKey = quoteKey(wanted, kept)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => askQuote(wanted, kept),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  })
  const { changes, note } = usePriceChanges(data)
  const { refusedCode, dropCode } = useRefusedCode(data)
  return {
    quote: data,
    error,
    isFetching,
    refetch,
    changes,
    refusedCode,
    dropCode,
    /** Takes the quote of a refusal. The changes it causes are shown as well. */
    replace(quote: ShownQuote) {
      if (data && data.total !== quote.total) note([{ name: 'Total', before: data.total, now: quote.total }])
      client.setQueryData(queryKey, quote)
    },
  }
}

/** Removes a code that no longer counts, so that the rest can be paid. The message gives the reason. */
function useRefusedCode(quote: ShownQuote | undefined) {
  const [refusedCode, setRefusedCode] = useState<string>()
  function dropCode(promo: unknown, why: string) {
    if (typeof promo === 'string') codes.remove(promo)
    setRefusedCode(why)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quote is heard once.
  useEffect(() => {
    for (const { promo, message } of quote ? refusalsIn(quote) : []) dropCode(promo, message)
  }, [quote])
  return { refusedCode, dropCode }
}

function usePriceChanges(quote: ShownQuote | undefined) {
  const [changes, setChanges] = useState<PriceChange[]>([])
  const note = (found: readonly PriceChange[]) =>
    setChanges(known => [...known.filter(old => !found.some(({ name }) => name === old.name)), ...found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quote is compared once.
  useEffect(() => {
    if (!quote) return
    const found = cart.read().flatMap(item => changeOf(quote, item))
    if (found.length === 0) return
    note(found)
    cart.refresh(item => {
      const line = quotedLine(quote, item)
      return line ? { ...item, price: line.price, salesPrice: line.salesPrice, entries: line.entries } : item
    })
  }, [quote])
  return { changes, note }
}

function changeOf(quote: ShownQuote, item: CartItem): PriceChange[] {
  const line = quotedLine(quote, item)
  const before = unitPriceOf(item)
  const now = line && unitPriceOf(line)
  return now === undefined || now === before ? [] : [{ name: item.name, before, now }]
}

const KEPT = 'redoubt.checkout-codes'
/** The most codes per order. The server decides whether they combine. */
const AT_MOST = 5
const NONE: readonly string[] = []

/** The checkout's codes in this browser. They survive a reload, a declined card and the visit to the payment page. */
function createKeptCodes() {
  const listeners = new Set<() => void>()
  let kept: readonly string[] | undefined
  const read = () => (kept ??= restore())

  function become(next: readonly string[]) {
    kept = next
    if (next.length > 0) browserStorage.setItem(KEPT, JSON.stringify(next))
    else browserStorage.removeItem(KEPT)
    for (const listener of listeners) listener()
  }
  const is = (code: string) => (other: string) => other.toUpperCase() === code.toUpperCase()

  return {
    read,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    has: (code: string) => read().some(is(code)),
    add: (code: string) => read().some(is(code)) || become([...read(), code].slice(-AT_MOST)),
    remove: (code: string) => become(read().filter(other => !is(code)(other))),
    clear: () => read().length > 0 && become(NONE),
    /** Called when another tab changed the codes. */
    changedElsewhere(key: string | null) {
      if (key !== null && key !== KEPT) return
      kept = undefined
      for (const listener of listeners) listener()
    },
  }
}

function restore(): readonly string[] {
  const stored = jsonIn(browserStorage, KEPT)
  return Array.isArray(stored) ? stored.filter(code => typeof code === 'string' && code).slice(0, AT_MOST) : NONE
}

export const codes = createKeptCodes()
if (typeof window !== 'undefined') window.addEventListener('storage', event => codes.changedElsewhere(event.key))

/** The codes of this checkout; empty during server rendering. */
export const useKeptCodes = () => useSyncExternalStore(codes.subscribe, codes.read, () => NONE)
