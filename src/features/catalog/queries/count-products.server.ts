import type { Context } from '#kernel/context.ts'

/** Number of products, archived ones not counted. */
export async function readProductCount(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Number of variants in the store that ship and have no weight. */
export async function readUnweighedVariantCount(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('product_variant as v')
    .innerJoin('product as p', 'p.id', 'v.product_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.archived_at', 'is', null)
    .where('p.is_subscription', '=', false)
    .where('v.archived_at', 'is', null)
    .where('v.weight_grams', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
