import { sql } from 'kysely'
import { actorOf, byId, defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { deleteFilter, renameFilter, saveFilter } from './commands.server.ts'
import { NewSavedFilter, OfTab, RenamedFilter, SavedFilter, SavedFilterList } from './contract.ts'

// Every role may open some tab, and all may read the overview.
const guard = staff('overview.read')
const list = defineRoute('get', '/admin/saved-filters', guard, {
  summary: "List the caller's saved filters of an admin tab",
  query: OfTab,
  answers: SavedFilterList,
})
const save = defineRoute('post', '/admin/saved-filters', guard, {
  summary: 'Create a saved filter',
  body: NewSavedFilter,
  answers: SavedFilter,
})
const rename = defineRoute('patch', '/admin/saved-filters/{id}', guard, {
  summary: 'Rename a saved filter',
  params: byId,
  body: RenamedFilter,
  answers: SavedFilter,
})
const remove = defineRoute('delete', '/admin/saved-filters/{id}', guard, {
  summary: 'Delete a saved filter',
  params: byId,
  answers: z.object({ success: z.literal(true) }),
})

export const savedFiltersApi = () =>
  newApi()
    .openapi(list, async c => c.json({ filters: await listSavedFilters(c.var.ctx, c.req.valid('query').tab) }, 200))
    .openapi(save, async c => c.json(await saveFilter(c.var.ctx, c.req.valid('json')), 200))
    .openapi(rename, async c => {
      const { id } = c.req.valid('param')
      return c.json(await renameFilter(c.var.ctx, id, c.req.valid('json').name), 200)
    })
    .openapi(remove, async c => {
      await deleteFilter(c.var.ctx, c.req.valid('param').id)
      return c.json({ success: true as const }, 200)
    })

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
