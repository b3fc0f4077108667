import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/** The cheapest product on sale that earns credits of a tier; of equal prices, the one that earns more. */
export const findCheapestEarning = (
  ctx: DataContext,
  tier: Tier,
): Promise<{ name: string; paidCents: Cents; tier: Tier; entries: number } | undefined> =>
  ctx.db
    .selectFrom('product')
    .select(['name', 'paid_cents as paidCents', 'tier', 'entries'])
    .where('tier', '=', tier)
    .where('entries', '>', 0)
    .where('for_sale', '=', true)
    .where('is_subscription', '=', false)
    .where('archived_at', 'is', null)
    .orderBy('paid_cents')
    .orderBy('entries', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
