import { mailWindowOf } from '#features/giveaways/giveaway/mail-window.ts'
import { zoneOfGiveaway } from '#features/giveaways/giveaway/rules.ts'
import type { DataContext } from '#kernel/context.ts'
import type { CardReason } from '../card-reasons.ts'
import type { RefusedCard } from '../refusal-letter.ts'

type Told = RefusedCard & { address: string | null; email: string | null; userId: string | null }

/** What the sender of a refused card is told; undefined for a card that was not refused, or whose sender cannot be read. */
export async function readRefusedCard(ctx: DataContext, number: number): Promise<Told | undefined> {
  const row = await ctx.db
    .selectFrom('mail_card as c')
    .innerJoin('mail_sender as s', 's.id', 'c.sender_id')
    .innerJoin('giveaway as g', 'g.id', 'c.giveaway_id')
    .select(['c.received_on', 'c.reason', 's.name', 's.address', 's.email', 's.user_id'])
    .select(['g.title', 'g.slug', 'g.starts_at', 'g.ends_at', 'g.closed_at', 'g.closed_reason', 'g.published_at'])
    .where('c.number', '=', number)
    .where('c.state', '=', 'refused')
    .executeTakeFirst()
  if (!row) return undefined
  const { mailInHours } = ctx.settings
  return {
    name: row.name,
    address: row.address,
    email: row.email,
    userId: row.user_id,
    title: row.title,
    slug: row.slug,
    card: number,
    receivedOn: row.received_on,
    reason: row.reason as CardReason,
    isCancelled: row.closed_reason === 'cancelled',
    window: mailWindowOf({
      ...{ startsAt: row.starts_at, closesAt: row.closed_at ?? row.ends_at, mailInHours },
      timeZone: zoneOfGiveaway(row, ctx.now()),
    }),
  }
}
