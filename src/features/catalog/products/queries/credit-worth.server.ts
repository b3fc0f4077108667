import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'

/** Worth of a credit in a shop that never sold any. */
export const UNSOLD_CREDIT_CENTS = 500

/**
 * What the shop asks at least for one credit of each tier, in cents and parts of them: the lowest price per earned credit of the products of
 * the tier that can be bought. A tier that none sells is worth what its products asked, archived ones too, drafts never; one without products as much as
 * the next higher tier, else as the next lower, else `UNSOLD_CREDIT_CENTS`.
 * @param besides members of staff. Products whose credits or prices one of them set last do not count, so that who grants sets no worth.
 */
export async function readCreditWorth(ctx: DataContext, besides: readonly string[]): Promise<Record<Tier, number>> {
  const { rows } = await sql<{ tier: Tier; isSold: boolean; cents: number }>`
    select p.tier, p.for_sale and p.archived_at is null as "isSold", min(least(p.paid_cents, v.cents)::float8 / p.entries) as cents
    from product p cross join lateral (
      select min(price_cents) as cents from product_variant v
      where v.product_id = p.id and v.archived_at is null and not p.is_subscription
    ) v
    where p.entries > 0 and p.draft_since is null and not exists (
      select from (
        select distinct on (field) a.actor_id from audit_log a cross join lateral jsonb_object_keys(a.after) field
        where a.subject_type = 'product' and a.subject_id = p.id::text
          and (field in ('entries', 'tier', 'price', 'salesPrice') or field like 'price of %')
        order by field, a.at desc, a.id desc
      ) latest where latest.actor_id = any(${[...besides]}::uuid[]))
    group by 1, 2`.execute(ctx.db)
  const priceOf = (tier: Tier) =>
    (rows.find(row => row.tier === tier && row.isSold) ?? rows.find(row => row.tier === tier))?.cents
  const worthOf = (at: number): number => {
    const nearest = [...TIERS.slice(at), ...TIERS.slice(0, at).toReversed()]
    return nearest.map(priceOf).find(cents => cents !== undefined) ?? UNSOLD_CREDIT_CENTS
  }
  return Object.fromEntries(TIERS.map((tier, at) => [tier, worthOf(at)])) as Record<Tier, number>
}
