import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import { adminGiveawayOf } from '../catalogue/queries/admin-giveaways.server.ts'
import { giveawayIdOf } from '../catalogue/queries/giveaways.server.ts'
import { AdminGiveaway, CancelInput, CloseInput, DeleteInput, ImpactPreview } from '../lifecycle/admin-contract.ts'
import { cancelGiveaway, closeEarly } from '../lifecycle/commands/close-giveaway.server.ts'
import { deleteGiveaway } from '../lifecycle/commands/delete-giveaway.server.ts'
import { impactPreview } from '../lifecycle/queries/impact-preview.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

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

/** Routes that end a giveaway early. */
export const givingBackApi = () =>
  newApi()
    .openapi(readImpactPreview, async c =>
      c.json(await impactPreview(c.var.ctx, await giveawayIdOf(c.var.ctx, c.req.valid('param').id)), 200),
    )
    .openapi(close, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      await closeEarly(c.var.ctx, { giveawayId, ...c.req.valid('json') })
      return c.json(await adminGiveawayOf(c.var.ctx, giveawayId), 200)
    })
    .openapi(cancel, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      return c.json(await cancelGiveaway(c.var.ctx, { giveawayId, ...c.req.valid('json') }), 200)
    })
    .openapi(remove, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      await deleteGiveaway(c.var.ctx, { giveawayId, ...c.req.valid('json') })
      return c.json({ success: true } as const, 200)
    })
