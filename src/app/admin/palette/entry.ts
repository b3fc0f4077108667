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

const KEY = 'redoubt.admin-recent'
const KEPT = 6

/** Recent choices of this browser tab, newest first. Kept only as long as the tab, because entries name people. */
export function recentChoices(): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Entry[]
  } catch {
    return []
  }
}

export function rememberChoice(entry: Entry): void {
  const others = recentChoices().filter(({ id }) => id !== entry.id)
  sessionStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)))
}
