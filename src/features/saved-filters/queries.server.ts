import { sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import type { SavedFilter } from './contract.ts'

/** The caller's own filters of a tab, by name. */
export const listSavedFilters = (ctx: Context, tab: string): Promise<SavedFilter[]> =>
  ctx.db
    .selectFrom('saved_filter')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', actorOf(ctx).userId)
    .where('tab', '=', tab)
    .orderBy(sql`lower(name)`)
    .execute()
