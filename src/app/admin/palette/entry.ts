import type { IconName } from '#ui/pictures/icon.tsx'
import type { Found } from './contract.ts'

/** One line of the palette. */
export type Entry = {
  /** Unique among all lines. */
  id: string
  title: string
  detail: string
  icon: IconName
  to: string
}

const FOUND: Record<Found['kind'], { icon: IconName; to: (id: string) => string }> = {
  person: { icon: 'user', to: id => `/admin?tab=users&user=${id}` },
  order: { icon: 'cart', to: id => `/admin?tab=orders&order=${id}` },
  giveaway: { icon: 'ticket', to: id => `/admin?tab=giveaways&giveaway=${id}` },
  product: { icon: 'box', to: id => `/admin?tab=products&product=${id}` },
}

export const entryOf = ({ kind, id, title, detail }: Found): Entry => ({
  id: `${kind}-${id}`,
  title,
  detail,
  icon: FOUND[kind].icon,
  to: FOUND[kind].to(id),
})
