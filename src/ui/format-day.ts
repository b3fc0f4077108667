import { SHOP_ZONE } from '#platform/shop-day.ts'

const LONG = { year: 'numeric', month: 'long', day: 'numeric' } as const
const SHORT = { ...LONG, month: 'short' } as const
const formsIn = (timeZone?: string) => ({
  long: new Intl.DateTimeFormat('en-US', { ...LONG, timeZone }),
  short: new Intl.DateTimeFormat('en-US', { ...SHORT, timeZone }),
})
const OWN = formsIn()
const SHOP = formsIn(SHOP_ZONE)
type Form = keyof typeof OWN

/** A day in the reader's own zone: "April 2, 2026", or "Apr 2, 2026" where there is little room. Takes what the API sends. */
export const formatDay = (at: string, form: Form = 'long'): string => OWN[form].format(new Date(at))

/** The same as a day of the shop, for staff: the one that filters, files and letters mean. */
export const formatShopDay = (at: string, form: Form = 'long'): string => SHOP[form].format(new Date(at))
