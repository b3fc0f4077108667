import { sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type NewSavedFilter, PER_TAB, SAVED_FILTER_ERRORS, type SavedFilter } from './contract.ts'

const refuse = refusals(SAVED_FILTER_ERRORS)

/** Saves a filter for the caller. @throws filter_name_taken, too_many_filters */
export async function saveFilter(ctx: Context, { tab, name, query }: NewSavedFilter): Promise<SavedFilter> {
  const { userId } = actorOf(ctx)
  const { rows } = await transact(ctx, async tx => {
    // Filters that are saved at once would each count the same rows, and pass the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved filters ${userId}`}, 0))`.execute(tx.db)
    return sql<SavedFilter>`
      insert into saved_filter (id, user_id, tab, name, query, created_at)
      select ${newId()}, ${userId}, ${tab}, ${name}, ${query}, ${tx.now()}::timestamptz
      where (select count(*) from saved_filter where user_id = ${userId} and tab = ${tab}) < ${PER_TAB}
      on conflict (user_id, tab, lower(name)) do nothing
      returning id, name, query`.execute(tx.db)
  })
  if (rows[0]) return rows[0]
  const known = await ctx.db
    .selectFrom('saved_filter')
    .select('id')
    .where('user_id', '=', userId)
    .where('tab', '=', tab)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  throw refuse(known ? 'filter_name_taken' : 'too_many_filters')
}

/** @throws filter_not_found, filter_name_taken */
export async function renameFilter(ctx: Context, id: string, name: string): Promise<SavedFilter> {
  const renamed = await ctx.db
    .updateTable('saved_filter')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actorOf(ctx).userId)
    .returning(['id', 'name', 'query'])
    .executeTakeFirst()
    .catch(error => {
      throw error.code === '23505' ? refuse('filter_name_taken') : error
    })
  if (!renamed) throw refuse('filter_not_found')
  return renamed
}

/** Deleting an already deleted filter succeeds. */
export async function deleteFilter(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('saved_filter').where('id', '=', id).where('user_id', '=', actorOf(ctx).userId).execute()
}
