import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import { pdfAnswer, pdfHeaders } from '#kernel/api/openapi/pdf-answer.server.ts'
import { idOf, params } from '../catalogue/giveaway-param.server.ts'
import { markDutyDone, overrideDuty, undoDuty } from './commands/finish-duty.server.ts'
import { evidenceOf, keepEvidence } from './commands/keep-evidence.server.ts'
import { DoneInput, EvidenceQuery, Obligations, OverrideInput } from './contract.ts'
import { filingPackOf } from './filing-pack.server.ts'
import { obligationsOf } from './queries/obligations.server.ts'

const dutyParams = params.extend({ duty: z.string().min(1).max(40) })

const list = createRoute({
  ...staff('giveaways.read'),
  method: 'get',
  path: '/admin/giveaways/{id}/obligations',
  summary: 'The legal duties of a giveaway by its states, value and dates, with what was done; no legal advice',
  request: { params },
  responses: answers(Obligations),
})

const done = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/admin/giveaways/{id}/obligations/{duty}/done',
  summary: 'Records that a duty was done, by the reference of its filing',
  request: { params: dutyParams, ...jsonBody(DoneInput) },
  responses: answers(Obligations),
})

const upload = createRoute({
  ...staff('giveaways.change', { limit: { points: 30, seconds: 60 } }),
  method: 'post',
  path: '/admin/giveaways/{id}/obligations/{duty}/evidence',
  summary: 'Records that a duty was done, by a PDF or picture that only staff with the right can read',
  request: {
    params: dutyParams,
    query: EvidenceQuery,
    body: {
      required: true,
      description: 'One file of at most 5 MiB: PDF, JPEG, PNG or WebP',
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object' as const,
            required: ['files'],
            properties: { files: { type: 'string' as const, format: 'binary' } },
          },
        },
      },
    },
  },
  responses: answers(Obligations),
})

const readFile = createRoute({
  ...staff('giveaways.change'),
  method: 'get',
  path: '/admin/giveaways/{id}/obligations/{duty}/evidence',
  summary: 'The file by which a duty was done',
  request: { params: dutyParams },
  responses: { 200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string() } } } },
})

const undo = createRoute({
  ...staff('giveaways.change'),
  method: 'delete',
  path: '/admin/giveaways/{id}/obligations/{duty}',
  summary: 'Opens a finished duty again',
  request: { params: dutyParams },
  responses: answers(Obligations),
})

const override = createRoute({
  ...staff('giveaways.override', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/giveaways/{id}/obligations/{duty}/override',
  summary: 'Sets a duty aside with a reason, which the audit log keeps',
  request: { params: dutyParams, ...jsonBody(OverrideInput) },
  responses: answers(Obligations),
})

const filingPack = createRoute({
  // Rendering the pages takes processor time.
  ...staff('giveaways.read', { limit: { points: 20, seconds: 60 } }),
  method: 'get',
  path: '/admin/giveaways/{id}/filing-pack.pdf',
  summary: 'Sponsor, prize, dates, ways to enter, duties and official rules of a giveaway, to file with an authority',
  request: { params },
  responses: pdfAnswer,
})

/** Staff routes of the legal duties of a giveaway. */
export const obligationsApi = () =>
  newApi()
    .openapi(list, async c => c.json(await obligationsOf(c.var.ctx, await idOf(c)), 200))
    .openapi(done, async c => {
      const giveawayId = await idOf(c)
      await markDutyDone(c.var.ctx, { giveawayId, duty: c.req.valid('param').duty, ...c.req.valid('json') })
      return c.json(await obligationsOf(c.var.ctx, giveawayId), 200)
    })
    .openapi(upload, async c => {
      const giveawayId = await idOf(c)
      const form = await c.req.formData().catch(() => new FormData())
      const files = form.getAll('files').filter(file => file instanceof File)
      const { duty } = c.req.valid('param')
      await keepEvidence(c.var.ctx, { giveawayId, duty, ...c.req.valid('query'), files })
      return c.json(await obligationsOf(c.var.ctx, giveawayId), 200)
    })
    .openapi(readFile, async c => {
      const giveawayId = await idOf(c)
      const { body, name, type } = await evidenceOf(c.var.ctx, { giveawayId, duty: c.req.valid('param').duty })
      const headers = {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      }
      return c.body(new Uint8Array(body), 200, headers)
    })
    .openapi(undo, async c => {
      const giveawayId = await idOf(c)
      await undoDuty(c.var.ctx, { giveawayId, duty: c.req.valid('param').duty })
      return c.json(await obligationsOf(c.var.ctx, giveawayId), 200)
    })
    .openapi(filingPack, async c => {
      const pack = await filingPackOf(c.var.ctx, await idOf(c))
      return c.body(new Uint8Array(pack), 200, pdfHeaders('filing-pack.pdf'))
    })
    .openapi(override, async c => {
      const giveawayId = await idOf(c)
      await overrideDuty(c.var.ctx, { giveawayId, duty: c.req.valid('param').duty, ...c.req.valid('json') })
      return c.json(await obligationsOf(c.var.ctx, giveawayId), 200)
    })
