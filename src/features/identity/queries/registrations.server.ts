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

/** Who people are, staff included; whoever has left is not in it. */
export async function namesAndEmailsOf(ctx: Context, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, { name: string; email: string }>()
  const rows = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...new Set(userIds)])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
