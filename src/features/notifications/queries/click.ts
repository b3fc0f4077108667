/** The target of a click on a push. It travels in the message and comes back with the click. */
export type ClickData = {
  type?: 'giveaway' | 'order' | 'shipping' | 'cart' | 'membership' | 'product'
  giveawayId?: string
  orderId?: string
  /** The product's page with its options, as a path of this site. */
  productPath?: string
}

/** The payload that the shop sends and the service worker shows. */
export type PushPayload = { title: string; body: string; tag: string; data: ClickData }

/** The path that a click on a notification opens; the home page without a target. */
export function pathOfClick({ type, giveawayId, orderId, productPath }: ClickData): string {
  if (type === 'giveaway' && giveawayId) return `/giveaways/${encodeURIComponent(giveawayId)}`
  if ((type === 'order' || type === 'shipping') && orderId) return `/orders/${encodeURIComponent(orderId)}`
  if (type === 'cart') return '/checkout'
  if (type === 'membership') return '/dashboard?tab=subscription'
  if (type === 'product' && productPath?.startsWith('/product/')) return productPath
  return '/'
}
