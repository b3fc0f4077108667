import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import type { SuggestedGiveaway, SuggestedProduct, Suggestions } from './contract.ts'
import { LEAST_CHARACTERS } from './rules.ts'
import type { SearchApi } from './search-api.server.ts'

/** Shorter than the debounce of the store's list, because the response is small. */
const WAIT_MS = 150

export type Option = { id: string; to: string } & (
  | { kind: 'product'; product: SuggestedProduct }
  | { kind: 'giveaway'; giveaway: SuggestedGiveaway }
  | { kind: 'all'; total: number; isAlike: boolean }
)

/**
 * The suggestions for a typed text. A query that is no longer wanted is aborted, and an answer belongs to its text, so that a slow answer
 * never replaces a newer one.
 */
export function useSuggestions(typed: string) {
  const q = typed.trim()
  const sought = useDebouncedValue(q, WAIT_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['suggestions', sought],
    queryFn: ({ signal }) => call(clientOf<SearchApi>().search.$get({ query: { q: sought } }, { init: { signal } })),
    enabled: sought.length >= LEAST_CHARACTERS,
    placeholderData: keepPreviousData,
  })
  const isSought = q.length >= LEAST_CHARACTERS
  const found = isSought && sought.length >= LEAST_CHARACTERS ? data : undefined
  return {
    isSought,
    found,
    options: found ? optionsOf(q, found) : [],
    isSearching: isSought && (q !== sought || isFetching),
    problem: isSought && !found ? error?.message : undefined,
  }
}

const optionsOf = (q: string, { products, giveaways, total, isAlike }: Suggestions): Option[] => [
  ...products.map(product => ({
    kind: 'product' as const,
    id: `suggestion-${product.id}`,
    to: `/product/${product.slug}${product.color ? `?${new URLSearchParams({ color: product.color })}` : ''}`,
    product,
  })),
  ...(total > 0
    ? [
        {
          kind: 'all' as const,
          id: 'suggestion-all',
          to: `/store?${new URLSearchParams({ q })}`,
          total,
          isAlike,
        },
      ]
    : []),
  ...giveaways.map(giveaway => ({
    kind: 'giveaway' as const,
    id: `suggestion-${giveaway.slug}`,
    to: `/giveaways/${giveaway.slug}`,
    giveaway,
  })),
]
