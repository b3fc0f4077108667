import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Product } from '../products/contract.ts'
import { rankOf, searchWith } from '../search/search.server.ts'
import { PRODUCT_COLUMNS, type ProductRow, productOfRow } from './products.server.ts'

/** The first products of a search and the number of all, as the store lists them, in one statement. */
export function findSuggestedProducts(
  ctx: Context,
  q: string,
  limit: number,
): Promise<{ products: Product[]; total: number; isAlike: boolean }> {
  return searchWith(ctx, q, async search => {
    const { rows } = await sql<ProductRow & { total: number }>`
      select ${PRODUCT_COLUMNS}, count(*) over () as total from ${search.from} where p.archived_at is null
      order by ${sql.raw(rankOf(search).join(', '))}, p.id limit ${limit}`.execute(ctx.db)
    return { products: rows.map(row => productOfRow(row, ctx.storage)), total: rows[0]?.total ?? 0 }
  })
}
