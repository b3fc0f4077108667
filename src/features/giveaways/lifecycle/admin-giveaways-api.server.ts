import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { storeCrop, storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
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
} from '../admin-contract.ts'
import { idOf, params } from '../catalogue/giveaway-param.server.ts'
import { adminGiveawayOf, countGiveaways, listAdminGiveaways } from '../catalogue/queries/admin-giveaways.server.ts'
import { changeGiveaway } from './commands/change-giveaway.server.ts'
import { cancelGiveaway, closeEarly, deleteGiveaway, impactPreview } from './commands/end-giveaway.server.ts'
import { createGiveaway, duplicateGiveaway, relistGiveaway } from './commands/new-giveaway.server.ts'

const list = createRoute({
  ...staff('giveaways.read'),
  method: 'get',
  path: '/admin/giveaways',
  summary: 'A page of the giveaways with their settings, newest first',
  request: { query: AdminGiveawaysQuery },
  responses: answers(z.object({ giveaways: z.array(AdminGiveaway), nextCursor: z.string().nullable() })),
})

const count = createRoute({
  ...staff('giveaways.read'),
  method: 'get',
  path: '/admin/giveaways/counts',
  summary: 'How many giveaways stand in each state',
  responses: answers(GiveawayCounts),
})

const read = createRoute({
  ...staff('giveaways.read'),
  method: 'get',
  path: '/admin/giveaways/{id}',
  summary: 'One giveaway with its settings, by id or slug',
  request: { params },
  responses: answers(AdminGiveaway),
})

const create = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/giveaways',
  summary: 'Makes a giveaway, or a draft of one, and commits to its draw seed',
  request: jsonBody(GiveawayInput),
  responses: answers(AdminGiveaway),
})

const upload = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/giveaways/images',
  summary: 'Stores pictures for giveaways',
  request: uploadBody,
  responses: answers(UploadedPictures),
})

const crop = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/giveaways/images/crop',
  summary: 'Cuts a part out of a picture of a giveaway; the whole one stays',
  request: jsonBody(CropInput),
  responses: answers(UploadedPictures),
})

const change = createRoute({
  ...staff('giveaways.change'),
  method: 'patch',
  path: '/giveaways/{id}',
  summary: 'Changes what is named; a new start moves early access with it; `isDraft: false` publishes',
  request: { params, ...jsonBody(GiveawayPatch) },
  responses: answers(AdminGiveaway),
})

const duplicate = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/admin/giveaways/{id}/duplicate',
  summary: 'Makes a draft with the same terms that begins in a week',
  request: { params },
  responses: answers(AdminGiveaway),
})

const relist = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/admin/giveaways/{id}/relist',
  summary: 'A closed giveaway that sold nothing, or a cancelled one, goes up again with new dates, once',
  request: { params, ...jsonBody(RelistInput) },
  responses: answers(AdminGiveaway),
})

const readImpactPreview = createRoute({
  ...staff('giveaways.read'),
  method: 'get',
  path: '/admin/giveaways/{id}/stake',
  summary: 'What cancelling or deleting it would give back',
  request: { params },
  responses: answers(ImpactPreview),
})

const close = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/admin/giveaways/{id}/close',
  summary: 'Closes it before its end; its page says why, and its mail-in window begins',
  request: { params, ...jsonBody(CloseInput) },
  responses: answers(AdminGiveaway),
})

const cancel = createRoute({
  ...staff('giveaways.delete', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/giveaways/{id}/cancel',
  summary: 'Cancels it: entries are taken out, credits come back, and everybody who was in it is told why',
  request: { params, ...jsonBody(CancelInput) },
  responses: answers(z.object({ entries: z.int(), credits: z.int() })),
})

const remove = createRoute({
  ...staff('giveaways.delete', { isFreshAsked: true }),
  method: 'delete',
  path: '/giveaways/{id}',
  summary: 'Deletes a giveaway; one with entries only with the typed title, a reason and `returnCredits`',
  request: { params, body: { content: { 'application/json': { schema: DeleteInput } }, description: 'JSON' } },
  responses: answers(z.object({ success: z.literal(true) })),
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
      await changeGiveaway(c.var.ctx, id, c.req.valid('json'))
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
      await closeEarly(c.var.ctx, { giveawayId, ...c.req.valid('json') })
      return c.json(await adminGiveawayOf(c.var.ctx, giveawayId), 200)
    })
    .openapi(cancel, async c =>
      c.json(await cancelGiveaway(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') }), 200),
    )
    .openapi(remove, async c => {
      await deleteGiveaway(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') })
      return c.json({ success: true } as const, 200)
    })
