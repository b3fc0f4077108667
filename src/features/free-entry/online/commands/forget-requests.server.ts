import type { Context } from '#kernel/context.ts'

/** Deletes requests that were not confirmed in time, with what was typed. */
export async function forgetFreeEntryRequests(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('free_entry_request')
    .where('entered_at', 'is', null)
    .where('expires_at', '<=', ctx.now())
    .execute()
}
