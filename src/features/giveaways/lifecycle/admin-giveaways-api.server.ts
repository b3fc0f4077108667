import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { storeCrop, storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { PROPOSED } from '#features/proposals/responses.ts'
import { defineRoute, freshStaff, newApi, staff, z } from '#kernel/api/api.server.ts'
import { adminGiveawayOf, countGiveaways, listAdminGiveaways } from '../catalogue/queries/admin-giveaways.server.ts'
import {
  AdminGiveaway,
  AdminGiveawaysQuery,
  CancelInput,
  CloseInput,
  DeleteInput,
  GiveawayCounts,
  GiveawayInput,
  GiveawayPatch,
  ImpactPreview,
  RelistInput,
} from '../giveaway/admin-contract.ts'
import { idOf, params } from '../giveaway/queries/giveaway-param.server.ts'
import { changeGiveaway } from './commands/change-giveaway.server.ts'
import { cancelGiveaway, closeEarly, deleteGiveaway, impactPreview } from './commands/end-giveaway.server.ts'
import { createGiveaway, duplicateGiveaway, relistGiveaway } from './commands/new-giveaway.server.ts'
import { RIGHT_OF } from './offered-acts.ts'

const list = defineRoute('get', '/admin/giveaways', staff('giveaways.read'), {
  summary: 'List giveaways with their settings, newest first, page by page',
  query: AdminGiveawaysQuery,
  answers: z.object({ giveaways: z.array(AdminGiveaway), nextCursor: z.string().nullable() }),
})

const count = defineRoute('get', '/admin/giveaways/counts', staff('giveaways.read'), {
  summary: 'Count giveaways by state',
  answers: GiveawayCounts,
})

const read = defineRoute('get', '/admin/giveaways/{id}', staff('giveaways.read'), {
  summary: 'Get a giveaway with its settings by id or slug',
  params,
  answers: AdminGiveaway,
})

const create = defineRoute('post', '/giveaways', staff('giveaways.change'), {
  summary: 'Create a giveaway or a draft, and commit to its draw seed',
  body: GiveawayInput,
  answers: AdminGiveaway,
})

const upload = defineRoute('post', '/giveaways/images', staff('giveaways.change'), {
  summary: 'Upload giveaway pictures',
  ...uploadBody,
  answers: UploadedPictures,
})

const crop = defineRoute('post', '/giveaways/images/crop', staff('giveaways.change'), {
  summary: 'Crop a giveaway picture; the original stays',
  body: CropInput,
  answers: UploadedPictures,
})

const change = defineRoute('patch', '/giveaways/{id}', staff('giveaways.change'), {
  summary: 'Update the given fields of a giveaway; a new start moves early access; `isDraft: false` publishes it',
  params,
  body: GiveawayPatch,
  answers: AdminGiveaway,
  responses: PROPOSED,
})

const duplicate = defineRoute('post', '/admin/giveaways/{id}/duplicate', staff(RIGHT_OF.duplicate), {
  summary: 'Duplicate a giveaway as a draft with the same terms that starts in a week',
  params,
  answers: AdminGiveaway,
})

const relist = defineRoute('post', '/admin/giveaways/{id}/relist', staff(RIGHT_OF.relist), {
  summary: 'Relist a closed giveaway that sold nothing, or a cancelled giveaway, with new dates; only once',
  params,
  body: RelistInput,
  answers: AdminGiveaway,
})

const readImpactPreview = defineRoute('get', '/admin/giveaways/{id}/stake', staff('giveaways.read'), {
  summary: 'Preview what cancelling or deleting a giveaway gives back',
  params,
  answers: ImpactPreview,
})

const close = defineRoute('post', '/admin/giveaways/{id}/close', staff(RIGHT_OF.close), {
  summary: 'Close a giveaway before its end; its page shows the reason, and its mail-in window starts',
  params,
  body: CloseInput,
  answers: AdminGiveaway,
  responses: PROPOSED,
})

const cancel = defineRoute('post', '/admin/giveaways/{id}/cancel', freshStaff(RIGHT_OF.cancel), {
  summary: 'Cancel a giveaway; entries are removed, credits are returned, and all entrants are told the reason',
  params,
  body: CancelInput,
  answers: z.object({ entries: z.int(), credits: z.int() }),
  responses: PROPOSED,
})

const remove = defineRoute('delete', '/giveaways/{id}', freshStaff('giveaways.delete'), {
  summary: 'Delete a giveaway; a giveaway with entries requires the typed title, a reason and `returnCredits`',
  params,
  body: DeleteInput,
  answers: z.object({ success: z.literal(true) }),
  responses: PROPOSED,
})

/** Staff routes that create, change, copy and end giveaways. */
export const adminGiveawaysApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listAdminGiveaways(c.var.ctx, c.req.valid('query')), 200))
    .openapi(count, async c => c.json(await countGiveaways(c.var.ctx), 200))
    .openapi(read, async c => c.json(await adminGiveawayOf(c.var.ctx, await idOf(c)), 200))
    .openapi(create, async c => {
      const id = await createGiveaway(c.var.ctx, c.req.valid('json'))
      return c.json(await adminGiveawayOf(c.var.ctx, id), 200)
    })
    .openapi(upload, async c => c.json(await storeUploads(c.var.ctx, c, 'giveaways'), 200))
    .openapi(crop, async c => c.json(await storeCrop(c.var.ctx, 'giveaways', c.req.valid('json')), 200))
    .openapi(change, async c => {
      const id = await idOf(c)
      const proposed = await changeGiveaway(c.var.ctx, id, c.req.valid('json'))
      if (proposed) return c.json(proposed, 202)
      return c.json(await adminGiveawayOf(c.var.ctx, id), 200)
    })
    .openapi(duplicate, async c => {
      const id = await duplicateGiveaway(c.var.ctx, await idOf(c))
      return c.json(await adminGiveawayOf(c.var.ctx, id), 200)
    })
    .openapi(relist, async c => {
      const id = await relistGiveaway(c.var.ctx, await idOf(c), c.req.valid('json'))
      return c.json(await adminGiveawayOf(c.var.ctx, id), 200)
    })
    .openapi(readImpactPreview, async c => c.json(await impactPreview(c.var.ctx, await idOf(c)), 200))
    .openapi(close, async c => {
      const giveawayId = await idOf(c)
      const proposed = await closeEarly(c.var.ctx, { giveawayId, ...c.req.valid('json') })
      if (proposed) return c.json(proposed, 202)
      return c.json(await adminGiveawayOf(c.var.ctx, giveawayId), 200)
    })
    .openapi(cancel, async c => {
      const done = await cancelGiveaway(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') })
      return 'proposal' in done ? c.json(done, 202) : c.json(done, 200)
    })
    .openapi(remove, async c => {
      const proposed = await deleteGiveaway(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') })
      if (proposed) return c.json(proposed, 202)
      return c.json({ success: true } as const, 200)
    })
