import { isAHoliday } from '@18f/us-federal-holidays'
import type { DataContext } from '#kernel/context.ts'
import { clockAt } from '#kernel/values/clock/shop-clock.ts'
import { type Day, daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'

/** Days that a process was asked about, a few: the library makes the holidays of two years for each question, a fiftieth of an order's time. */
const businessDays = new Map<Day, boolean>()

/** Carriers do not collect on Saturdays, Sundays and federal holidays (5 U.S.C. 6103). */
function isBusinessDay(day: Day): boolean {
  const known = businessDays.get(day)
  if (known !== undefined) return known
  const date = new Date(day)
  const weekday = date.getUTCDay()
  const isBusiness = weekday !== 0 && weekday !== 6 && !isAHoliday(date, { utc: true })
  businessDays.set(day, isBusiness)
  return isBusiness
}

/** @returns the business day that is `days` after a day; the day itself does not count. */
export function businessDaysAfter(day: Day, days: number): Day {
  let end = day
  for (let left = days; left > 0; ) {
    end = daysAfter(end, 1)
    if (isBusinessDay(end)) left--
  }
  return end
}

/** The day by which an order that is complete now leaves. @returns null while the owner promises no day. */
export function shipByOf(ctx: DataContext): Day | null {
  const days = businessDaysToLeave(ctx)
  return days === null ? null : businessDaysAfter(shopDayOf(ctx.now()), days)
}

/**
 * Business days from now until an order that is complete now leaves. A payment after the hour of the cut-off counts as one of the next day,
 * which costs a business day where the next day is one.
 * @returns null while the owner promises no day.
 */
export function businessDaysToLeave(ctx: DataContext): number | null {
  const { handlingDays, cutOffHour } = ctx.settings.shipping
  if (handlingDays === null) return null
  const now = ctx.now()
  const isLate = cutOffHour !== null && clockAt(now).shown.getUTCHours() >= cutOffHour
  return handlingDays + (isLate && isBusinessDay(daysAfter(shopDayOf(now), 1)) ? 1 : 0)
}
