import { sql } from 'kysely'
import type { Waiting } from '#kernel/api/waiting.server.ts'
import { NAMED, WAITING_LIMIT } from '#kernel/api/waiting-limits.ts'
import type { Context } from '#kernel/context.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { type Day, daysAfter, endOfShopDay, shopDayOf } from '#kernel/values/shop-day.ts'
import { dueDayOf, dutiesOf } from '../due-dates.ts'
import { dutyFacts } from './duty-facts.server.ts'

/** A duty is work from this many days before its due date on. */
const SOON_DAYS = 30
/** The last duty of a draw is due 15 months after it. Today names an overdue one for years, because an owner can set it aside. */
const LOOKED_BACK_MS = 4 * 366 * DAY_MS
/** No duty follows from the draw of a cheaper prize. */
const LEAST_CENTS = 60_000

export type DueDuty = { giveawayId: string; duty: string; title: string; task: string; dueAt: Date }

/** Open duties after a draw that are overdue or due soon, the first due date first. */
export async function listDueDuties(ctx: Context): Promise<Waiting<DueDuty>> {
  const drawn = await ctx.db
    .selectFrom('draw as d')
    .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
    .select([
      'g.id',
      'g.title',
      'g.value_cents',
      'g.highest_value_cents',
      'g.eligible_states',
      'g.widest_states',
      'g.early_access_at',
      'g.closed_reason',
      'g.published_at',
      'd.drawn_at',
    ])
    .where('d.drawn_at', '>', new Date(+ctx.now() - LOOKED_BACK_MS))
    .where(eb => eb(eb.fn.coalesce('g.highest_value_cents', 'g.value_cents'), '>=', LEAST_CENTS))
    .execute()
  const last = daysAfter(shopDayOf(ctx.now()), SOON_DAYS)
  const found = drawn.flatMap(row => {
    const facts = dutyFacts(ctx, row, row.drawn_at)
    return dutiesOf(facts).flatMap(({ id: duty, jurisdiction, task, due }) => {
      const day: Day | null = due.rule === 'before' ? null : dueDayOf(due, facts)
      if (!day || day > last) return []
      const { id: giveawayId, title } = row
      return [{ giveawayId, duty, title, task: `${jurisdiction}: ${task}`, day, timeZone: facts.timeZone }]
    })
  })
  const finished = await finishedOf(ctx, [...new Set(found.map(({ giveawayId }) => giveawayId))])
  const open = found.filter(({ giveawayId, duty }) => !finished.has(`${giveawayId} ${duty}`))
  open.sort((one, other) => one.day.localeCompare(other.day))
  // The end of a day is computed by its time zone, which is slow for thousands of finished duties.
  const first = open
    .slice(0, NAMED)
    .map(({ day, timeZone, ...due }): DueDuty => ({ ...due, dueAt: endOfShopDay(day, timeZone) }))
  return { count: Math.min(open.length, WAITING_LIMIT), first }
}

/** Finished duties of all these giveaways in one query, as `giveaway duty`. */
async function finishedOf(ctx: Context, giveawayIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('obligation')
    .select(['giveaway_id', 'duty'])
    .where('giveaway_id', '=', sql<string>`any(${giveawayIds}::uuid[])`)
    .execute()
  return new Set(rows.map(({ giveaway_id, duty }) => `${giveaway_id} ${duty}`))
}
