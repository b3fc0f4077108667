import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'

/** A few products with the words in the name, or as the prefix of a SKU; names that begin with the words come first. */
export async function findProducts(ctx: Context, q: string, limit: number): Promise<{ id: string; name: string }[]> {
  const words = escapeLike(q.toLowerCase())
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from product p
    where p.archived_at is null and (lower(p.name) like ${`%${words}%`} or p.id in (
      select product_id from product_variant v where v.archived_at is null and lower(v.sku) like ${`${words}%`}))
    order by lower(p.name) like ${`${words}%`} desc, p.name, p.id limit ${limit}`.execute(ctx.db)
  return rows
}
