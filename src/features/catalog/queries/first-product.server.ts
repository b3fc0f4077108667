import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** How near the store is to its first sale: has it goods at all, some with a picture, and some of these in stock. */
export async function firstProductState(ctx: Context) {
  const { rows } = await sql<{ hasGoods: boolean; hasPicture: boolean; isSellable: boolean }>`
    with goods as (
      select id, exists (select from product_image i where i.product_id = p.id) as pictured,
        exists (select from product_variant v where v.product_id = p.id and v.archived_at is null
          and (v.stock_on_hand is null or v.stock_on_hand > v.held)) as stocked
      from product p where not is_subscription and for_sale and archived_at is null
    )
    select exists (select from goods) as "hasGoods", exists (select from goods where pictured) as "hasPicture",
      exists (select from goods where pictured and stocked) as "isSellable"`.execute(ctx.db)
  return rows[0]!
}
