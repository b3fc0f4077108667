import { SHOP_ZONE } from '#kernel/values/shop-day.ts'

/** Dates in Mountain time, the official zone of the shop, for every reader and on the server. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: SHOP_ZONE })

/** The day a text came into force, "November 20, 2026". @param at ISO 8601 */
export const legalDay = (at: string): string => DAY.format(new Date(at))
