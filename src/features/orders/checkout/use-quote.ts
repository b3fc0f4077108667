import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { cart, useCart } from '#features/cart/cart.ts'
import { type CartItem, unitPriceOf } from '#features/cart/cart-item.ts'
import { call } from '#platform/client/call.ts'
import { ordersClient, type ShownQuote } from '../orders-client.ts'

export type PriceChange = { name: string; before: number; now: number }

/** What identifies a cart to the server; prices are its own. */
export const itemsOf = (items: readonly CartItem[]) =>
  items.map(({ id, variantId, name, quantity }) => ({ productId: id, quantity, name, ...(variantId && { variantId }) }))

/** The line of a quote that an item of the cart became. */
export const quotedLine = (quote: ShownQuote, item: Pick<CartItem, 'id' | 'variantId'>) =>
  quote.lines.find(line => line.productId === item.id && (!item.variantId || line.variantId === item.variantId))

/**
 * The server's price of the cart. Where it differs from what the cart remembers, the cart takes it over, and `changes` names
 * what is dearer or cheaper now, so that it is seen before anything is paid.
 */
export function useQuote() {
  const items = useCart()
  const client = useQueryClient()
  const wanted = useMemo(() => itemsOf(items), [items])
  const queryKey = ['quote', wanted]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => call(ordersClient.payments.quote.$post({ json: { items: wanted } })),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  })
  const changes = usePriceChanges(data)
  return {
    quote: data,
    error,
    isFetching,
    refetch,
    changes,
    /** Takes over the quote that came with a refusal. */
    replace: (quote: ShownQuote) => client.setQueryData(queryKey, quote),
  }
}

function usePriceChanges(quote: ShownQuote | undefined): PriceChange[] {
  const [changes, setChanges] = useState<PriceChange[]>([])
  useEffect(() => {
    if (!quote) return
    const found = cart.read().flatMap(item => changeOf(quote, item))
    if (found.length === 0) return
    setChanges(known => [...known.filter(old => !found.some(({ name }) => name === old.name)), ...found])
    cart.refresh(item => {
      const line = quotedLine(quote, item)
      return line ? { ...item, price: line.price, salesPrice: line.salesPrice, entries: line.entries } : item
    })
  }, [quote])
  return changes
}

function changeOf(quote: ShownQuote, item: CartItem): PriceChange[] {
  const line = quotedLine(quote, item)
  const before = unitPriceOf(item)
  const now = line && unitPriceOf(line)
  return now === undefined || now === before ? [] : [{ name: item.name, before, now }]
}
