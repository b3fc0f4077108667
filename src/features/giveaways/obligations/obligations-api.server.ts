import { type CheckedCall, defineRoute, freshStaff, newApi, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { attached, pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import { idOf, params } from '../giveaway/queries/giveaway-param.server.ts'
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
  staff('giveaways.change', perMinute(30)),
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
  freshStaff('giveaways.override'),
  {
    summary: 'Override a duty with a reason, which the audit log keeps',
    params: dutyParams,
    body: OverrideInput,
    answers: Obligations,
  },
)

// Rendering the pages takes processor time.
const filingPack = defineRoute('get', '/admin/giveaways/{id}/filing-pack.pdf', staff('giveaways.read', perMinute(20)), {
  summary: "Export a giveaway's filing pack: sponsor, prize, dates, ways to enter, duties and official rules",
  params,
  responses: pdfAnswer,
})

type DutyCall = CheckedCall<{ param: { id: string; duty: string } }>

const dutyIn = async (c: DutyCall) => ({ giveawayId: await idOf(c), duty: c.req.valid('param').duty })

/** Runs a change of the duty that the path names, then reads the giveaway's duties. */
async function dutiesAfter(c: DutyCall, change: (duty: Awaited<ReturnType<typeof dutyIn>>) => Promise<unknown>) {
  const duty = await dutyIn(c)
  await change(duty)
  return obligationsOf(c.var.ctx, duty.giveawayId)
}

/** Staff routes of the legal duties of a giveaway. */
export const obligationsApi = () =>
  newApi()
    .openapi(list, async c => c.json(await obligationsOf(c.var.ctx, await idOf(c)), 200))
    .openapi(done, async c =>
      c.json(await dutiesAfter(c, duty => markDutyDone(c.var.ctx, { ...duty, ...c.req.valid('json') })), 200),
    )
    .openapi(upload, async c => {
      const form = await c.req.formData().catch(() => new FormData())
      const files = form.getAll('files').filter(file => file instanceof File)
      const evidence = { ...c.req.valid('query'), files }
      return c.json(await dutiesAfter(c, duty => keepEvidence(c.var.ctx, { ...duty, ...evidence })), 200)
    })
    .openapi(readFile, async c => {
      const { body, name, type } = await evidenceOf(c.var.ctx, await dutyIn(c))
      return c.body(new Uint8Array(body), 200, { ...attached(name, type), 'cache-control': 'private, no-store' })
    })
    .openapi(undo, async c => c.json(await dutiesAfter(c, duty => undoDuty(c.var.ctx, duty)), 200))
    .openapi(filingPack, async c => {
      const pack = await filingPackOf(c.var.ctx, await idOf(c))
      return c.body(new Uint8Array(pack), 200, pdfHeaders('filing-pack.pdf'))
    })
    .openapi(override, async c =>
      c.json(await dutiesAfter(c, duty => overrideDuty(c.var.ctx, { ...duty, ...c.req.valid('json') })), 200),
    )
