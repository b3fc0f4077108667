import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'

/** A membership for sale; `paidCents` is billed per `interval`. */
export type MembershipProduct = { productId: string; interval: 'month' | 'year'; paidCents: Cents }

/** The memberships for sale, in the store's order. */
export async function listMembershipProducts(ctx: Context): Promise<MembershipProduct[]> {
  const { rows } = await sql<MembershipProduct>`
    select id as "productId", interval, paid_cents as "paidCents" from product
    where is_subscription and for_sale and archived_at is null
    order by display_order nulls last, id limit 20`.execute(ctx.db)
  return rows
}
