import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { PICTURE_ERRORS } from '#adapters/images/store-picture.server.ts'
import { storeCrop, storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { freshStaff, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import {
  listAdminGiveaways,
  readAdminGiveaway,
  readGiveawayCounts,
} from '../catalogue/queries/admin-giveaways.server.ts'
import {
  AdminGiveaway,
  AdminGiveawaysQuery,
  CancelInput,
  CloseInput,
  DeleteInput,
  GiveawayCounts,
  GiveawayInput,
  GiveawayPatch,
  GiveawayPublication,
  ImpactPreview,
  RelistInput,
} from '../giveaway/admin-contract.ts'
import { GIVEAWAY_ERRORS } from '../giveaway/contract.ts'
import { OBLIGATION_ERRORS } from '../giveaway/errors/obligation-errors.ts'
import { RULES_ERRORS } from '../giveaway/errors/rules-errors.ts'
import { idOf, params } from '../giveaway/queries/giveaway-param.server.ts'
import { changeGiveaway } from './commands/change-giveaway.server.ts'
import { cancelGiveaway, closeEarly, deleteGiveaway, readImpactPreview } from './commands/end-giveaway.server.ts'
import { createGiveaway, duplicateGiveaway, relistGiveaway } from './commands/new-giveaway.server.ts'
import { RIGHT_OF } from './offered-acts.ts'
import { readPublication } from './queries/publication.server.ts'

/** Staff routes that create, change, copy and end giveaways. */
export const adminGiveawaysApi = () =>
  newApi(
    defineRoute('get', '/admin/giveaways', staff('giveaways.read'), {
      summary: 'List giveaways with their settings, newest first, page by page',
      query: AdminGiveawaysQuery,
      answers: z.object({ giveaways: z.array(AdminGiveaway), nextCursor: z.string().nullable() }),
      handler: ({ ctx, query }) => listAdminGiveaways(ctx, query),
    }),

    defineRoute('get', '/admin/giveaways/counts', staff('giveaways.read'), {
      summary: 'Count giveaways by state',
      answers: GiveawayCounts,
      handler: ({ ctx }) => readGiveawayCounts(ctx),
    }),

    defineRoute('get', '/admin/giveaways/{id}', staff('giveaways.read'), {
      summary: 'Get a giveaway with its settings by id or slug',
      params,
      answers: AdminGiveaway,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
      handler: async call => readAdminGiveaway(call.ctx, await idOf(call)),
    }),

    defineRoute('post', '/giveaways', staff('giveaways.change'), {
      summary: 'Create a giveaway or a draft, and commit to its draw seed',
      body: GiveawayInput,
      answers: AdminGiveaway,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found'), pick(OBLIGATION_ERRORS, 'obligations_open'), RULES_ERRORS],
      handler: async ({ ctx, body }) => {
        const id = await createGiveaway(ctx, body)
        return readAdminGiveaway(ctx, id)
      },
    }),

    defineRoute('post', '/giveaways/images', staff('giveaways.change'), {
      summary: 'Upload giveaway pictures',
      ...uploadBody,
      answers: UploadedPictures,
      refuses: [PICTURE_ERRORS],
      handler: ({ ctx, c }) => storeUploads(ctx, c, 'giveaways'),
    }),

    defineRoute('post', '/giveaways/images/crop', staff('giveaways.change'), {
      summary: 'Crop a giveaway picture; the original stays',
      body: CropInput,
      answers: UploadedPictures,
      handler: ({ ctx, body }) => storeCrop(ctx, 'giveaways', body),
    }),

    defineRoute('patch', '/giveaways/{id}', staff('giveaways.change'), {
      summary: 'Update the given fields of a giveaway; a new start moves early access; `isDraft: false` publishes it',
      params,
      body: GiveawayPatch,
      answers: AdminGiveaway,
      responses: PROPOSED,
      refuses: [
        pick(
          GIVEAWAY_ERRORS,
          'already_public',
          'end_passed',
          'giveaway_closed',
          'giveaway_not_found',
          'prize_fixed',
          'terms_fixed',
          'tier_fixed',
        ),
        pick(OBLIGATION_ERRORS, 'obligations_open'),
        RULES_ERRORS,
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const id = await idOf(call)
        const proposed = await changeGiveaway(call.ctx, id, call.body)
        if (proposed) return call.c.json(proposed, 202)
        return readAdminGiveaway(call.ctx, id)
      },
    }),

    defineRoute('post', '/admin/giveaways/{id}/duplicate', staff(RIGHT_OF.duplicate), {
      summary: 'Duplicate a giveaway as a draft with the same terms that starts in a week',
      params,
      answers: AdminGiveaway,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        pick(OBLIGATION_ERRORS, 'obligations_open'),
        RULES_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const id = await duplicateGiveaway(call.ctx, await idOf(call))
        return readAdminGiveaway(call.ctx, id)
      },
    }),

    defineRoute('post', '/admin/giveaways/{id}/relist', staff(RIGHT_OF.relist), {
      summary: 'Relist a closed giveaway that sold nothing, or a cancelled giveaway, with new dates; only once',
      params,
      body: RelistInput,
      answers: AdminGiveaway,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'already_relisted', 'giveaway_not_found', 'not_relistable'),
        pick(OBLIGATION_ERRORS, 'obligations_open'),
        RULES_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const id = await relistGiveaway(call.ctx, await idOf(call), call.body)
        return readAdminGiveaway(call.ctx, id)
      },
    }),

    defineRoute('get', '/admin/giveaways/{id}/publication', staff('giveaways.read'), {
      summary: 'Preview what would stand in the way of publishing a draft, a sentence each',
      params,
      answers: GiveawayPublication,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
      handler: async call => readPublication(call.ctx, await idOf(call)),
    }),

    defineRoute('get', '/admin/giveaways/{id}/stake', staff('giveaways.read'), {
      summary: 'Preview what cancelling or deleting a giveaway gives back',
      params,
      answers: ImpactPreview,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
      handler: async call => readImpactPreview(call.ctx, await idOf(call)),
    }),

    defineRoute('post', '/admin/giveaways/{id}/close', staff(RIGHT_OF.close), {
      summary: 'Close a giveaway before its end; its page shows the reason, and its mail-in window starts',
      params,
      body: CloseInput,
      answers: AdminGiveaway,
      responses: PROPOSED,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'already_closed', 'already_drawn', 'already_frozen', 'giveaway_not_found', 'is_draft'),
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const giveawayId = await idOf(call)
        const proposed = await closeEarly(call.ctx, { giveawayId, ...call.body })
        if (proposed) return call.c.json(proposed, 202)
        return readAdminGiveaway(call.ctx, giveawayId)
      },
    }),

    defineRoute('post', '/admin/giveaways/{id}/cancel', freshStaff(RIGHT_OF.cancel), {
      summary: 'Cancel a giveaway; entries are removed, credits are returned, and all entrants are told the reason',
      params,
      body: CancelInput,
      answers: z.object({ entries: z.int(), credits: z.int() }),
      responses: PROPOSED,
      refuses: [
        pick(
          GIVEAWAY_ERRORS,
          'already_drawn',
          'already_frozen',
          'giveaway_cancelled',
          'giveaway_not_found',
          'is_draft',
          'title_needed',
        ),
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const done = await cancelGiveaway(call.ctx, { giveawayId: await idOf(call), ...call.body })
        return 'proposal' in done ? call.c.json(done, 202) : done
      },
    }),

    defineRoute('delete', '/giveaways/{id}', freshStaff('giveaways.delete'), {
      summary: 'Delete a giveaway; a giveaway with entries requires the typed title, a reason and `returnCredits`',
      params,
      body: DeleteInput,
      answers: z.object({ success: z.literal(true) }),
      responses: PROPOSED,
      refuses: [
        pick(
          GIVEAWAY_ERRORS,
          'already_drawn',
          'already_frozen',
          'giveaway_has_entries',
          'giveaway_not_found',
          'title_needed',
        ),
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const proposed = await deleteGiveaway(call.ctx, { giveawayId: await idOf(call), ...call.body })
        if (proposed) return call.c.json(proposed, 202)
        return { success: true } as const
      },
    }),
  )
