import type { IconName } from '#ui/pictures/icon.tsx'

/** The header's links in order. */
export const PLACES: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/store', label: 'Store', icon: 'store' },
  { to: '/giveaways', label: 'Giveaways', icon: 'ticket' },
  { to: '/legal', label: 'Legal', icon: 'shield' },
]
