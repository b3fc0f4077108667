import { dayWords, ownDay } from '#kernel/values/clock/day-words.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'

type Form = 'long' | 'short'

/** Formats an API time as a day in the reader's zone: "April 2, 2026", or "Apr 2, 2026" in the short form. */
export const formatDay = (at: string, form: Form = 'long'): string => dayWords(ownDay(new Date(at)), form)

/** Formats an API time as a day of the shop: filters, files, e-mails and legal texts use this day. */
export const formatShopDay = (at: string, form: Form | 'month' = 'long'): string =>
  dayInWords(shopDayOf(new Date(at)), form)
