/** What a push leads to (customer-side.md section 3, "Notification click data"). It travels in the message and back from the click. */
export type ClickData = {
  type?: 'giveaway' | 'order' | 'shipping' | 'cart' | 'membership'
  giveawayId?: string
  orderId?: string
}

/** What the shop puts into a push, and the service worker shows. */
export type PushPayload = { title: string; body: string; tag: string; data: ClickData }

/** Where a click on a notification goes; home when it leads to nothing of its own. */
export function pathOfClick({ type, giveawayId, orderId }: ClickData): string {
  if (type === 'giveaway' && giveawayId) return `/giveaways/${encodeURIComponent(giveawayId)}`
  if ((type === 'order' || type === 'shipping') && orderId) return `/orders/${encodeURIComponent(orderId)}`
  if (type === 'cart') return '/checkout'
  if (type === 'membership') return '/dashboard?tab=subscription'
  return '/'
}
