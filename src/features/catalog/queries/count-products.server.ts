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
