import { freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { type Call, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { attached, pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../giveaway/contract.ts'
import { OBLIGATION_ERRORS } from '../giveaway/errors/obligation-errors.ts'
import { idOf, params } from '../giveaway/queries/giveaway-param.server.ts'
import { markDutyDone, overrideDuty, undoDuty } from './commands/finish-duty.server.ts'
import { keepEvidence, readEvidence } from './commands/keep-evidence.server.ts'
import { DoneInput, EvidenceQuery, Obligations, OverrideInput } from './contract.ts'
import { readFilingPack } from './filing-pack.server.ts'
import { readObligations } from './queries/obligations.server.ts'

const dutyParams = params.extend({ duty: z.string().min(1).max(40) })

type DutyCall = Call<{ params: { id: string; duty: string } }>

const dutyIn = async (call: DutyCall) => ({ giveawayId: await idOf(call), duty: call.params.duty })

/** Runs a change of the duty that the path names, then reads the giveaway's duties. */
async function dutiesAfter(call: DutyCall, change: (duty: Awaited<ReturnType<typeof dutyIn>>) => Promise<unknown>) {
  const duty = await dutyIn(call)
  await change(duty)
  return readObligations(call.ctx, duty.giveawayId)
}

/** Staff routes of the legal duties of a giveaway. */
export const obligationsApi = () =>
  newApi(
    defineRoute('get', '/admin/giveaways/{id}/obligations', staff('giveaways.read'), {
      summary: "List a giveaway's legal duties by its states, value and dates, with their completion; not legal advice",
      params,
      answers: Obligations,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
      handler: async call => readObligations(call.ctx, await idOf(call)),
    }),

    defineRoute('post', '/admin/giveaways/{id}/obligations/{duty}/done', staff('giveaways.change'), {
      summary: 'Mark a duty done, with the reference of its filing',
      params: dutyParams,
      body: DoneInput,
      answers: Obligations,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        pick(OBLIGATION_ERRORS, 'obligation_done_in_future', 'obligation_finished', 'obligation_not_found'),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: call => dutiesAfter(call, duty => markDutyDone(call.ctx, { ...duty, ...call.body })),
    }),

    defineRoute('post', '/admin/giveaways/{id}/obligations/{duty}/evidence', staff('giveaways.change', perMinute(30)), {
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
      refuses: [
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        OBLIGATION_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const form = await call.c.req.formData().catch(() => new FormData())
        const files = form.getAll('files').filter(file => file instanceof File)
        const evidence = { ...call.query, files }
        return dutiesAfter(call, duty => keepEvidence(call.ctx, { ...duty, ...evidence }))
      },
    }),

    defineRoute('get', '/admin/giveaways/{id}/obligations/{duty}/evidence', staff('giveaways.change'), {
      summary: 'Get the evidence file of a finished duty',
      params: dutyParams,
      responses: { 200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string() } } } },
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found'), pick(OBLIGATION_ERRORS, 'evidence_not_found')],
      handler: async call => {
        const { body, name, type } = await readEvidence(call.ctx, await dutyIn(call))
        return call.c.body(new Uint8Array(body), 200, { ...attached(name, type), 'cache-control': 'private, no-store' })
      },
    }),

    defineRoute('delete', '/admin/giveaways/{id}/obligations/{duty}', staff('giveaways.change'), {
      summary: 'Reopen a finished duty',
      params: dutyParams,
      answers: Obligations,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        pick(OBLIGATION_ERRORS, 'obligation_not_finished', 'obligations_open'),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: call => dutiesAfter(call, duty => undoDuty(call.ctx, duty)),
    }),

    // Rendering the pages takes processor time.
    defineRoute('get', '/admin/giveaways/{id}/filing-pack.pdf', staff('giveaways.read', perMinute(20)), {
      summary: "Export a giveaway's filing pack: sponsor, prize, dates, ways to enter, duties and official rules",
      params,
      responses: pdfAnswer,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
      handler: async call => {
        const pack = await readFilingPack(call.ctx, await idOf(call))
        return call.c.body(new Uint8Array(pack), 200, pdfHeaders('filing-pack.pdf'))
      },
    }),

    defineRoute('post', '/admin/giveaways/{id}/obligations/{duty}/override', freshStaff('giveaways.override'), {
      summary: 'Override a duty with a reason, which the audit log keeps',
      params: dutyParams,
      body: OverrideInput,
      answers: Obligations,
      refuses: [
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        pick(OBLIGATION_ERRORS, 'obligation_finished', 'obligation_not_found'),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: call => dutiesAfter(call, duty => overrideDuty(call.ctx, { ...duty, ...call.body })),
    }),
  )
