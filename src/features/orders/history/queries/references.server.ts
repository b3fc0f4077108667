import type { Context } from '#kernel/context.ts'
import { referenceOf } from '../../order/contract.ts'

/** Order numbers such as `RD-100001`, by id. */
export async function readReferences(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('customer_order')
    .select(['id', 'prefix', 'number'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, referenceOf(row)]))
}
