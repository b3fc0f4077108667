import type { DataContext } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { refuse } from '#platform/errors.ts'

export type Days = { receivedOn?: string | undefined; postmarkedOn?: string | null | undefined }

/** The day of arrival, which cannot lie in the future nor before the postmark. @throws invalid_input */
export function arrivalDay(ctx: DataContext, { receivedOn, postmarkedOn }: Days): string {
  const today = shopDayOf(ctx.now())
  const day = receivedOn ?? today
  if (day > today) throw refuse('invalid_input', {}, { receivedOn: ['This day is in the future.'] })
  if (postmarkedOn && postmarkedOn > day)
    throw refuse('invalid_input', {}, { postmarkedOn: ['The postmark cannot be later than the day received.'] })
  return day
}
