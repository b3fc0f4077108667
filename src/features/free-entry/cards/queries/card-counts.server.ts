import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { CardReason } from '../card-reasons.ts'
import type { CardCounts } from '../contract.ts'

type Row = {
  day: string
  received: number
  registered: number
  refused: number
  reasons: Partial<Record<CardReason, number>>
}

/**
 * Cards of a giveaway by day of the shop: opened, registered and refused on that day. A card that was opened on one day and decided on
 * another counts on both. The sums over all days are the state of the register.
 */
export async function readCardCounts(ctx: DataContext, giveawayId: string): Promise<CardCounts> {
  const { rows: days } = await sql<Row>`
    with acts as (
      select shop_day(coalesce(opened_at, typed_at)) as day, 'received' as kind, null as reason from mail_card where giveaway_id = ${giveawayId}
      union all
      select shop_day(decided_at), state, reason from mail_card where giveaway_id = ${giveawayId} and decided_at is not null
    )
    select day::text, count(*) filter (where kind = 'received')::int as received,
      count(*) filter (where kind = 'registered')::int as registered, count(*) filter (where kind = 'refused')::int as refused,
      coalesce((select jsonb_object_agg(reason, n) from (
        select r.reason, count(*)::int as n from acts r where r.day = acts.day and r.reason is not null group by 1) by_reason), '{}') as reasons
    from acts group by acts.day order by acts.day desc`.execute(ctx.db)
  const one = await sql<{ cards: number }>`
    select count(*)::int as cards from mail_card
    where giveaway_id = ${giveawayId} and state = 'registered' and channel = 'mail' and extra_of is null and decided_by = typed_by`.execute(
    ctx.db,
  )
  const sum = (of: 'received' | 'registered' | 'refused') => days.reduce((total, day) => total + day[of], 0)
  const reasons: CardCounts['reasons'] = {}
  for (const day of days)
    for (const [reason, n] of Object.entries(day.reasons) as [CardReason, number][])
      reasons[reason] = (reasons[reason] ?? 0) + n
  const [received, registered, refused] = [sum('received'), sum('registered'), sum('refused')]
  return {
    received,
    registered,
    refused,
    waiting: received - registered - refused,
    byOnePerson: one.rows[0]!.cards,
    reasons,
    days: days.map(({ day, received, registered, refused }) => ({ day, received, registered, refused })),
  }
}
