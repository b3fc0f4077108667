import type { Announcement } from './announcement.ts'
import type { Menus } from './menus.ts'

/** What staff wrote for every public page, as visitors see it. */
export type Storefront = {
  /** Undefined shows `DEFAULT_MENUS`. Entries that lead to no public page are left out. */
  menus?: Menus | undefined
  announcement?: Announcement | undefined
}

/** Signal topic of a change; the message is empty, and each process reads again. */
export const STOREFRONT_TOPIC = 'storefront'
