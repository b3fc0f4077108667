import type { Context } from '#kernel/context.ts'

/** The number of accounts, without deleted ones. */
export async function readAccountCount(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** New accounts since a time, newest first. */
export const listRegisteredSince = (ctx: Context, { since, limit }: { since: Date; limit: number }) =>
  ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at as at'])
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
