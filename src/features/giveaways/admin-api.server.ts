import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { freshStaff, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { removeEntry } from './entries/commands/staff-entries.server.ts'
import { listEntriesOfGiveaway } from './entries/queries/entry-list.server.ts'
import { Entries, EntriesQuery, RemoveEntryInput } from './giveaway/admin-contract.ts'
import { GIVEAWAY_ERRORS } from './giveaway/contract.ts'
import { idOf, params } from './giveaway/queries/giveaway-param.server.ts'
import { adminGiveawaysApi } from './lifecycle/admin-giveaways-api.server.ts'
import { obligationsApi } from './obligations/obligations-api.server.ts'

/** Staff routes for giveaways and their entries. */
export const giveawaysAdminApi = () =>
  newApi()
    .route('/', adminGiveawaysApi())
    .route('/', obligationsApi())
    .route(
      '/',
      newApi(
        defineRoute('get', '/giveaways/{id}/entries', staff('entries.read'), {
          summary: "List a giveaway's entries by slot with their holders, page by page",
          params,
          query: EntriesQuery,
          answers: Entries,
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
          handler: async call => listEntriesOfGiveaway(call.ctx, await idOf(call), call.query),
        }),

        defineRoute('delete', '/admin/giveaways/{id}/entries/{slotNumber}', freshStaff('entries.change'), {
          summary: 'Delete an entry; the credit of a bought entry is returned unless `returnCredit` is false',
          params: params.extend({ slotNumber: z.coerce.number().int().min(1).max(200_000) }),
          body: RemoveEntryInput,
          answers: z.object({ message: z.string() }),
          responses: PROPOSED,
          refuses: [
            pick(GIVEAWAY_ERRORS, 'already_drawn', 'already_frozen', 'entry_not_found', 'giveaway_not_found'),
            PROPOSING_ERRORS,
            pick(COMMON_ERRORS, 'version_conflict'),
          ],
          handler: async call => {
            const { slotNumber } = call.params
            const input = { giveawayId: await idOf(call), slotNumber, ...call.body }
            const proposed = await removeEntry(call.ctx, input)
            if (proposed) return call.c.json(proposed, 202)
            return { message: 'Entry removed successfully' }
          },
        }),
      ),
    )

export type GiveawaysAdminApi = ReturnType<typeof giveawaysAdminApi>
