import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { cart, useCart } from '#features/cart/browser/cart.ts'
import { type CartItem, isLimitOf, unitPriceOf } from '#features/cart/cart-item.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import type { ShownQuote } from '../../order/web/orders-client.ts'
import { askQuote, itemsOf, type LimitNotice, limitsIn } from './ask-quote.ts'
import { codes, codesFor, useKeptCodes } from './kept-codes.ts'
import { chosenAddress, useChosenAddress } from './shipping/chosen-address.ts'
import { useChosenMethod } from './shipping/chosen-method.ts'

/** `isPiece`: the fee comes on top, unlike with a total or a membership. */
export type PriceChange = { name: string; before: number; now: number; isPiece: boolean }

/** Whether a priced line is that of a cart item. An item without a variant belongs to a product with one variant. */
export const isLineOf = (
  line: Pick<ShownQuote['lines'][number], 'productId' | 'variantId'>,
  item: Pick<CartItem, 'id' | 'variantId'>,
) => line.productId === item.id && (!item.variantId || line.variantId === item.variantId)

/** The quote's line for a cart item. */
export const quotedLine = (quote: ShownQuote, item: Pick<CartItem, 'id' | 'variantId'>) =>
  quote.lines.find(line => isLineOf(line, item))

/** The notice about a cart item that is left out; undefined for an item that is charged. */
export const leftOutIn = (quote: ShownQuote, item: Pick<CartItem, 'id' | 'variantId'>) =>
  limitsIn(quote).find(limit => limit.left === 0 && isLimitOf(limit, item))

/** The key of a quote in the browser's cache. */
export const quoteKey = (
  items: ReturnType<typeof itemsOf>,
  asked: readonly string[],
  addressId: string | undefined,
  methodId: string | undefined,
) => ['quote', items, asked, addressId, methodId]

/** The codes that a quote leaves out, with reasons. */
export const refusalsIn = (quote: ShownQuote) => quote.notices.filter(({ code }) => code === 'code_refused')

/**
 * The server's price of the cart with the stored codes. Where a price differs from the cart, the cart is updated, and `changes` names each
 * increase and decrease before the payment. A line of which less is left is reduced, and `reduced` says so. A code that no longer counts is
 * removed, and `refusedCode` says why.
 */
export function useQuote() {
  const items = useCart()
  const kept = codesFor(items, useKeptCodes())
  const client = useQueryClient()
  const wanted = useMemo(() => itemsOf(items), [items])
  const addressId = useChosenAddress()
  const methodId = useChosenMethod()
  const queryKey = quoteKey(wanted, kept, addressId, methodId)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: () => askQuote(wanted, kept, { addressId, methodId }).catch(forgetAddress),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  })
  const { changes, note } = usePriceChanges(data)
  const reduced = useReducedLines(data)
  const { refusedCode, dropCode } = useRefusedCode(data)
  return {
    quote: data,
    error,
    isFetching,
    /** True while the quote is that of the cart before the last change. */
    isOutdated: isPlaceholderData,
    refetch,
    changes,
    reduced,
    refusedCode,
    dropCode,
    /** Takes the quote of a refusal. The changes it causes are shown as well. */
    replace(quote: ShownQuote) {
      const isRepriced = limitsIn(quote).length === 0
      if (isRepriced && data && data.total !== quote.total)
        note([{ name: 'Total', before: data.total, now: quote.total, isPiece: false }])
      client.setQueryData(queryKey, quote)
    },
  }
}

/** An address that left the book in another tab, or belongs to another account, is no choice any more. */
function forgetAddress(error: unknown): never {
  if (error instanceof ApiError && error.code === 'address_not_found') chosenAddress.choose(undefined)
  throw error
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

/** Reduces the cart's lines to the units left. A notice stays until the shopper changes its line, although the next quote has no more to say. */
function useReducedLines(quote: ShownQuote | undefined): LimitNotice[] {
  const [noted, setNoted] = useState<LimitNotice[]>([])
  const items = useCart()
  useEffect(() => {
    const found = quote ? cart.fit(limitsIn(quote)) : []
    if (found.length === 0) return
    const isReplaced = (old: LimitNotice) => found.some(limit => limit.variantId === old.variantId)
    setNoted(known => [...known.filter(old => !isReplaced(old)), ...found])
  }, [quote])
  return noted.filter(limit => items.some(item => isLimitOf(limit, item) && item.quantity === limit.left))
}

function usePriceChanges(quote: ShownQuote | undefined) {
  const [changes, setChanges] = useState<PriceChange[]>([])
  const note = (found: readonly PriceChange[]) =>
    setChanges(known => [...known.filter(old => !found.some(({ name }) => name === old.name)), ...found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quote is compared once.
  useEffect(() => {
    if (!quote) return
    const found = cart.get().flatMap(item => changeOf(quote, item))
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
  return now === undefined || now === before ? [] : [{ name: item.name, before, now, isPiece: !item.isSubscription }]
}
