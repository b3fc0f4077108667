import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'

/** The shelves of variants by id, also of those that left the store. A variant without a shelf is missing from the map. */
export async function readShelfPlaces(ctx: DataContext, variantIds: readonly string[]): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; place: string }>`
    select id, place from product_variant
    where id = any(array(select unnest(${[...variantIds]}::uuid[]))) and place is not null`.execute(ctx.db)
  return new Map(rows.map(({ id, place }) => [id, place]))
}
