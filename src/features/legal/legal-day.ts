import { SHOP_ZONE } from '#platform/shop-day.ts'

/** The official day of the shop is that of Mountain time, the same for every reader and on the server. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: SHOP_ZONE })

/** The day on which a text came into force, "November 20, 2026". @param at ISO 8601 */
export const legalDay = (at: string): string => DAY.format(new Date(at))
