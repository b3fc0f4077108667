import type { Context } from '#adapters/context.ts'

/** How many accounts there are; those that were deleted are not counted. */
export async function countAccounts(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Who got an account since a moment, newest first. */
export const registeredSince = (ctx: Context, { since, limit }: { since: Date; limit: number }) =>
  ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at as at'])
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
