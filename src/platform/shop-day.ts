/**
 * The shop's official zone: Mountain time, in which giveaways close (checkout-and-admin.md section 9). Wherever days are chosen, counted
 * or grouped they are days of this zone, the same for every reader.
 */
export const SHOP_ZONE = 'America/Denver'

/** The zone in words, in full and where there is no room for them. */
export const SHOP_ZONE_NAME = { long: 'Mountain time', short: 'MT' } as const

/** A day of the shop, `2026-03-02`. Days compare as texts. */
export type Day = string

const DAY_MS = 86_400_000
const PARTS = new Intl.DateTimeFormat('en-CA', {
  timeZone: SHOP_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The shop's day of a moment. */
export const shopDayOf = (at: Date): Day => PARTS.format(at)

/** So many days later, or earlier; by the calendar, whatever the clocks do. */
export const daysAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
