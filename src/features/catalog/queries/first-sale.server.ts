import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

export type FirstSale = {
  hasGoods: boolean
  hasPicture: boolean
  /** Goods with a picture that are in stock. */
  isSellable: boolean
  /** Memberships that are sold out, because their stock is counted and used up. */
  soldOutPlans: ('month' | 'year')[]
}

/** How ready the store is for its first sale. */
export async function readFirstSaleState(ctx: Context): Promise<FirstSale> {
  const { rows } = await sql<FirstSale>`
    with offered as (
      select is_subscription, interval,
        exists (select from product_image i where i.product_id = p.id) as pictured,
        exists (select from product_variant v where v.product_id = p.id and v.archived_at is null
          and (v.stock_on_hand is null or v.stock_on_hand > v.held)) as stocked
      from product p where for_sale and archived_at is null
    ), goods as (select * from offered where not is_subscription)
    select exists (select from goods) as "hasGoods", exists (select from goods where pictured) as "hasPicture",
      exists (select from goods where pictured and stocked) as "isSellable",
      array(select distinct interval::text from offered where is_subscription and not stocked order by 1) as "soldOutPlans"`.execute(
    ctx.db,
  )
  return rows[0]!
}
