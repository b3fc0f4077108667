import type { Waiting } from '#kernel/api/waiting.server.ts'
import { NAMED, WAITING_LIMIT } from '#kernel/api/waiting-limits.ts'
import type { Context } from '#kernel/context.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { type Day, daysAfter, endOfShopDay, shopDayOf } from '#kernel/values/shop-day.ts'
import { dueDayOf, dutiesOf } from '../due-dates.ts'
import { finishedDuties } from './finished-duties.server.ts'
import { promotionFacts } from './promotion-facts.server.ts'

/** A duty is work from this many days before its due date on. */
const SOON_DAYS = 30
/** The last duty of a draw is due in the next year. A draw before that has only duties that staff left open on purpose. */
const LOOKED_BACK_MS = 2 * 366 * DAY_MS
/** No duty follows from the draw of a cheaper prize. */
const LEAST_CENTS = 60_000

export type DueDuty = { giveawayId: string; duty: string; title: string; task: string; dueAt: Date }

/** Open duties after a draw that are overdue or due soon, the first due date first. */
export async function dueDuties(ctx: Context): Promise<Waiting<DueDuty>> {
  const drawn = await ctx.db
    .selectFrom('draw as d')
    .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
    .select([
      'g.id',
      'g.title',
      'g.value_cents',
      'g.eligible_states',
      'g.early_access_at',
      'g.closed_reason',
      'd.drawn_at',
    ])
    .where('d.drawn_at', '>', new Date(+ctx.now() - LOOKED_BACK_MS))
    .where('g.value_cents', '>=', LEAST_CENTS)
    .execute()
  const last = daysAfter(shopDayOf(ctx.now()), SOON_DAYS)
  const found: DueDuty[] = []
  for (const row of drawn) {
    const facts = promotionFacts(ctx, row, row.drawn_at)
    const due = dutiesOf(facts).flatMap(({ id, jurisdiction, task, due }) => {
      const day: Day | null = due.rule === 'before' ? null : dueDayOf(due, facts)
      return day && day <= last ? [{ id, task: `${jurisdiction}: ${task}`, dueAt: endOfShopDay(day) }] : []
    })
    if (due.length === 0) continue
    const finished = await finishedDuties(ctx, row.id)
    for (const { id, ...duty } of due)
      if (!finished.has(id)) found.push({ giveawayId: row.id, duty: id, title: row.title, ...duty })
  }
  found.sort((one, other) => +one.dueAt - +other.dueAt)
  return { count: Math.min(found.length, WAITING_LIMIT), first: found.slice(0, NAMED) }
}
