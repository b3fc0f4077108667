import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { AdminProduct } from '../contract.ts'
import { imageOf, PRODUCT_COLUMNS, type ProductRow, productOfRow } from '../product-row.server.ts'

type Row = ProductRow & {
  total: number
  counted: { id: string; stockOnHand: number | null; held: number }[]
}

const SUGGESTIONS = 8

/** What the admin sees of the catalogue: every product with its exact stock, in the order of the store. */
export async function listAdminProducts(
  ctx: Context,
  { q, page, limit }: { q?: string | undefined; page: number; limit: number },
) {
  const [{ rows }, freeDisplayOrders] = await Promise.all([
    sql<Row>`
      select ${PRODUCT_COLUMNS}, count(*) over () as total,
        coalesce((
          select json_agg(json_build_object('id', v.id, 'stockOnHand', v.stock_on_hand, 'held', v.held))
          from product_variant v where v.product_id = p.id and v.archived_at is null), '[]') as counted
      from product p
      where p.archived_at is null and ${
        q
          ? sql`(position(lower(${q}) in lower(p.name)) > 0 or exists (
        select from product_variant v where v.product_id = p.id and lower(v.sku) = lower(${q})))`
          : sql`true`
      }
      order by p.display_order nulls last, p.placement, p.id limit ${limit} offset ${(page - 1) * limit}`.execute(
      ctx.db,
    ),
    freeOrders(ctx),
  ])
  return {
    products: rows.map(row => adminProduct(row, ctx)),
    total: rows[0]?.total ?? 0,
    freeDisplayOrders,
  }
}

function adminProduct(row: Row, ctx: Context): AdminProduct {
  const counted = new Map(row.counted.map(variant => [variant.id, variant]))
  return {
    ...productOfRow(row, ctx.storage),
    forSale: row.for_sale,
    variants: row.variants.map(({ id, sku, options, picture_key }) => ({
      id,
      sku,
      options,
      stockOnHand: counted.get(id)!.stockOnHand,
      held: counted.get(id)!.held,
      image: picture_key && imageOf(picture_key),
    })),
  }
}

/** checkout-and-admin.md section 9: the form suggests the first 8 free display orders. */
async function freeOrders(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from generate_series(1, (select count(*) from product where archived_at is null) + ${SUGGESTIONS}) n
    where not exists (select from product where display_order = n and archived_at is null)
    order by n limit ${SUGGESTIONS}`.execute(ctx.db)
  return rows.map(row => row.n)
}
