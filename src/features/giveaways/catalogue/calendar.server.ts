import ical, { ICalEventTransparency } from 'ical-generator'
import type { Context } from '#kernel/context.ts'
import type { Giveaway } from '../giveaway/contract.ts'
import { readGiveaway } from './queries/giveaways.server.ts'

/**
 * The calendar file of a giveaway: when it opens for the caller (members earlier) and when it closes. The UIDs are stable, so a second
 * import moves the events instead of duplicating them.
 * @throws as `readGiveaway` does when the caller may not see the giveaway.
 */
export async function readCalendar(ctx: Context, idOrSlug: string): Promise<{ name: string; text: string }> {
  const giveaway = await readGiveaway(ctx, idOrSlug)
  const calendar = ical({ prodId: { company: ctx.settings.brand.name, product: 'Giveaways', language: 'EN' } })
  for (const event of eventsOf(ctx, giveaway)) calendar.createEvent(event)
  // RFC 5545 requires a line break after every line; the library omits the last one.
  return { name: `${giveaway.slug}.ics`, text: `${calendar.toString()}\r\n` }
}

function eventsOf(ctx: Context, giveaway: Giveaway) {
  const isEarly = ctx.actor?.isSubscriber ?? false
  const moments = [
    { word: 'opens', at: isEarly ? giveaway.earlyAccessDate : giveaway.startDate },
    { word: 'closes', at: giveaway.endDate },
  ]
  const url = `${ctx.origin}/giveaways/${giveaway.slug}`
  return moments
    .filter(({ at }) => at !== null)
    .map(({ word, at }) => ({
      id: `${giveaway.id}-${word}@${new URL(ctx.origin).hostname}`,
      start: new Date(at!),
      stamp: ctx.now(),
      summary: `${giveaway.title} ${word}`,
      description: `${giveaway.description}\n\n${url}`,
      url,
      // A reminder; the time stays free in the calendar.
      transparency: ICalEventTransparency.TRANSPARENT,
    }))
}
