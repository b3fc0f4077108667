import type { LockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { mailProblemOf } from '#features/giveaways/giveaway/mail-window.ts'
import { zoneOfGiveaway } from '#features/giveaways/giveaway/rules.ts'
import type { DataContext } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { refusals, refuse } from '#platform/errors.ts'

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

const refuseDay = refusals(GIVEAWAY_ERRORS)

/** @throws too_early_for_mail, mail_too_late for a card of a day on which mail does not count. */
export function refuseOutsideWindow(ctx: DataContext, giveaway: LockedGiveaway, receivedOn: string): void {
  const { mailInHours } = ctx.settings
  const { starts_at: startsAt, closed_at, ends_at } = giveaway
  const timeZone = zoneOfGiveaway(giveaway, ctx.now())
  const problem = mailProblemOf({ startsAt, closesAt: closed_at ?? ends_at, mailInHours, timeZone }, receivedOn)
  if (problem || startsAt > ctx.now()) throw refuseDay(problem ?? 'too_early_for_mail', { days: mailInHours / 24 })
}
