import type { DataContext } from '#kernel/context.ts'

/** Open differences between the shop's books and the provider's, by kind. */
export const listDiscrepancyCounts = (ctx: Pick<DataContext, 'db'>) =>
  ctx.db
    .selectFrom('discrepancy')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('resolved_at', 'is', null)
    .where('closed_at', 'is', null)
    .groupBy('kind')
    .execute()
