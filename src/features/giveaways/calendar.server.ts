import ical, { ICalEventTransparency } from 'ical-generator'
import type { Context } from '#adapters/context.ts'
import type { Giveaway } from './contract.ts'
import { giveawayOf } from './queries/giveaways.server.ts'

/**
 * The calendar file of a giveaway: when it opens to whoever asks (members earlier), and when it closes. The UIDs are the same
 * every time, so a file that is taken again moves the events instead of doubling them.
 * @throws as `giveawayOf` does, for one that the caller may not see.
 */
export async function calendarOf(ctx: Context, idOrSlug: string): Promise<{ name: string; text: string }> {
  const giveaway = await giveawayOf(ctx, idOrSlug)
  const calendar = ical({ prodId: { company: 'Redoubt', product: 'Giveaways', language: 'EN' } })
  for (const event of eventsOf(ctx, giveaway)) calendar.createEvent(event)
  // Its last line lacks the line break that RFC 5545 wants after every one.
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
      // A moment to think of, which keeps no time of the day busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    }))
}
