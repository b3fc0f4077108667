import { linkTo } from '#kernel/rich-text/allow-list.ts'

/** First parts of the pages that visitors open. `src/app/pages/storefront/menu-routes.test.ts` compares them with the table of routes. */
export const MENU_PLACES: readonly string[] = [
  ...['store', 'product', 'giveaways', 'fair', 'winners', 'legal', 'pages', 'dashboard', 'notifications'],
  ...['login', 'register', 'age-verification', 'unsubscribe'],
]

/** Places that are no page without a name behind them: `/pages` alone leads nowhere. */
export const NAMED_PLACES: readonly string[] = ['pages', 'product']

/**
 * The address of a menu's entry: a page of the shop, or one by https.
 * @returns undefined for any other.
 */
export function menuAddress(typed: string): string | undefined {
  const link = linkTo(typed)
  if (!link) return undefined
  if (link.isExternal) return link.href.startsWith('https:') ? link.href : undefined
  if (!link.href.startsWith('/')) return undefined
  const [first = '', second = ''] = link.href.slice(1).split(/[?#]/)[0]!.split('/')
  if (NAMED_PLACES.includes(first) && second === '') return undefined
  return first === '' || MENU_PLACES.includes(first) ? link.href : undefined
}

/** The slug of an own page that an address names; undefined for other addresses. */
export const slugIn = (href: string): string | undefined => /^\/pages\/([^/?#]+)/.exec(href)?.[1]?.toLowerCase()
