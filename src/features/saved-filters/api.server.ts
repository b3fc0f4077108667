import { sql } from 'kysely'
import { actorOf, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { deleteFilter, renameFilter, saveFilter } from './commands.server.ts'
import { NewSavedFilter, OfTab, RenamedFilter, SAVED_FILTER_ERRORS, SavedFilter, SavedFilterList } from './contract.ts'

// Every role may open some tab, and all may read the overview.
const guard = staff('overview.read')

export const savedFiltersApi = () =>
  newApi(
    defineRoute('get', '/admin/saved-filters', guard, {
      summary: "List the caller's saved filters of an admin tab",
      query: OfTab,
      answers: SavedFilterList,
      handler: async ({ ctx, query }) => ({ filters: await listSavedFilters(ctx, query.tab) }),
    }),

    defineRoute('post', '/admin/saved-filters', guard, {
      summary: 'Create a saved filter',
      body: NewSavedFilter,
      answers: SavedFilter,
      refuses: [SAVED_FILTER_ERRORS],
      handler: ({ ctx, body }) => saveFilter(ctx, body),
    }),

    defineRoute('patch', '/admin/saved-filters/{id}', guard, {
      summary: 'Rename a saved filter',
      params: byId,
      body: RenamedFilter,
      answers: SavedFilter,
      refuses: [SAVED_FILTER_ERRORS],
      handler: ({ ctx, params: { id }, body }) => renameFilter(ctx, id, body.name),
    }),

    defineRoute('delete', '/admin/saved-filters/{id}', guard, {
      summary: 'Delete a saved filter',
      params: byId,
      answers: z.object({ success: z.literal(true) }),
      handler: async ({ ctx, params }) => {
        await deleteFilter(ctx, params.id)
        return { success: true as const }
      },
    }),
  )

export type SavedFiltersApi = ReturnType<typeof savedFiltersApi>

/** The caller's own filters of a tab, by name. */
const listSavedFilters = (ctx: Context, tab: string): Promise<SavedFilter[]> =>
  ctx.db
    .selectFrom('saved_filter')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', actorOf(ctx).userId)
    .where('tab', '=', tab)
    .orderBy(sql`lower(name)`)
    .execute()
