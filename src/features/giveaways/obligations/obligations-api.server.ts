import { defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import { pdfAnswer, pdfHeaders } from '#kernel/api/openapi/pdf-answer.server.ts'
import { idOf, params } from '../catalogue/giveaway-param.server.ts'
import { markDutyDone, overrideDuty, undoDuty } from './commands/finish-duty.server.ts'
import { evidenceOf, keepEvidence } from './commands/keep-evidence.server.ts'
import { DoneInput, EvidenceQuery, Obligations, OverrideInput } from './contract.ts'
import { filingPackOf } from './filing-pack.server.ts'
import { obligationsOf } from './queries/obligations.server.ts'

const dutyParams = params.extend({ duty: z.string().min(1).max(40) })

const list = defineRoute('get', '/admin/giveaways/{id}/obligations', staff('giveaways.read'), {
  summary: "List a giveaway's legal duties by its states, value and dates, with their completion; not legal advice",
  params,
  answers: Obligations,
})

const done = defineRoute('post', '/admin/giveaways/{id}/obligations/{duty}/done', staff('giveaways.change'), {
  summary: 'Mark a duty done, with the reference of its filing',
  params: dutyParams,
  body: DoneInput,
  answers: Obligations,
})

const upload = defineRoute(
  'post',
  '/admin/giveaways/{id}/obligations/{duty}/evidence',
  staff('giveaways.change', { limit: { points: 30, seconds: 60 } }),
  {
    summary: 'Mark a duty done, with a PDF or picture that only staff with the right can read',
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
    answers: Obligations,
  },
)

const readFile = defineRoute('get', '/admin/giveaways/{id}/obligations/{duty}/evidence', staff('giveaways.change'), {
  summary: 'Get the evidence file of a finished duty',
  params: dutyParams,
  responses: { 200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string() } } } },
})

const undo = defineRoute('delete', '/admin/giveaways/{id}/obligations/{duty}', staff('giveaways.change'), {
  summary: 'Reopen a finished duty',
  params: dutyParams,
  answers: Obligations,
})

const override = defineRoute(
  'post',
  '/admin/giveaways/{id}/obligations/{duty}/override',
  staff('giveaways.override', { isFreshAsked: true }),
  {
    summary: 'Override a duty with a reason, which the audit log keeps',
    params: dutyParams,
    body: OverrideInput,
    answers: Obligations,
  },
)

// Rendering the pages takes processor time.
const filingPack = defineRoute(
  'get',
  '/admin/giveaways/{id}/filing-pack.pdf',
  staff('giveaways.read', { limit: { points: 20, seconds: 60 } }),
  {
    summary: "Export a giveaway's filing pack: sponsor, prize, dates, ways to enter, duties and official rules",
    params,
    responses: pdfAnswer,
  },
)

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
