import { SHOP_ZONE } from '#kernel/values/shop-day.ts'
import { atFirstUse } from '#platform/values/at-first-use.ts'

const LONG = { year: 'numeric', month: 'long', day: 'numeric' } as const
const SHORT = { ...LONG, month: 'short' } as const
const formsIn = (timeZone?: string) => ({
  long: atFirstUse(() => new Intl.DateTimeFormat('en-US', { ...LONG, timeZone })),
  short: atFirstUse(() => new Intl.DateTimeFormat('en-US', { ...SHORT, timeZone })),
})
const OWN = formsIn()
const SHOP = formsIn(SHOP_ZONE)
type Form = keyof typeof OWN

/** Formats an API time as a day in the reader's zone: "April 2, 2026", or "Apr 2, 2026" in the short form. */
export const formatDay = (at: string, form: Form = 'long'): string => OWN[form]().format(new Date(at))

/** Formats an API time as a day of the shop: filters, files, e-mails and legal texts use this day. */
export const formatShopDay = (at: string, form: Form = 'long'): string => SHOP[form]().format(new Date(at))
