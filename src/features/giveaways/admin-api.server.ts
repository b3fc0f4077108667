import { PROPOSED } from '#features/proposals/responses.ts'
import { defineRoute, freshStaff, newApi, staff, z } from '#kernel/api/api.server.ts'
import { removeEntry } from './entries/commands/staff-entries.server.ts'
import { listEntriesOfGiveaway } from './entries/queries/entry-list.server.ts'
import { Entries, EntriesQuery, RemoveEntryInput } from './giveaway/admin-contract.ts'
import { idOf, params } from './giveaway/queries/giveaway-param.server.ts'
import { adminGiveawaysApi } from './lifecycle/admin-giveaways-api.server.ts'
import { obligationsApi } from './obligations/obligations-api.server.ts'

const list = defineRoute('get', '/giveaways/{id}/entries', staff('entries.read'), {
  summary: "List a giveaway's entries by slot with their holders, page by page",
  params,
  query: EntriesQuery,
  answers: Entries,
})

const removeOne = defineRoute('delete', '/admin/giveaways/{id}/entries/{slotNumber}', freshStaff('entries.change'), {
  summary: 'Delete an entry; the credit of a bought entry is returned unless `returnCredit` is false',
  params: params.extend({ slotNumber: z.coerce.number().int().min(1).max(200_000) }),
  body: RemoveEntryInput,
  answers: z.object({ message: z.string() }),
  responses: PROPOSED,
})

/** Staff routes for giveaways and their entries. */
export const giveawaysAdminApi = () =>
  newApi()
    .route('/', adminGiveawaysApi())
    .route('/', obligationsApi())
    .openapi(list, async c => c.json(await listEntriesOfGiveaway(c.var.ctx, await idOf(c), c.req.valid('query')), 200))
    .openapi(removeOne, async c => {
      const { slotNumber } = c.req.valid('param')
      const input = { giveawayId: await idOf(c), slotNumber, ...c.req.valid('json') }
      const proposed = await removeEntry(c.var.ctx, input)
      if (proposed) return c.json(proposed, 202)
      return c.json({ message: 'Entry removed successfully' }, 200)
    })

export type GiveawaysAdminApi = ReturnType<typeof giveawaysAdminApi>
