import { PROPOSED } from '#features/proposals/responses.ts'
import { defineRoute, freshStaff, newApi, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { sectionPdf } from '#kernel/pdf/section-pdf.server.ts'
import { acceptDispute } from './commands/accept-dispute.server.ts'
import { submitEvidence } from './commands/answer-dispute.server.ts'
import { AcceptBody, Dispute, Disputes, EvidenceBody } from './contract.ts'
import { evidenceOf } from './evidence/evidence.server.ts'
import { disputeOf, disputesShown, listDisputes } from './queries/disputes.server.ts'
import { ANSWER_RIGHT } from './rules.ts'
import type { StoredDispute } from './stored-dispute.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

const ofOrder = defineRoute('get', '/admin/orders/{id}/disputes', staff('orders.read'), {
  summary: 'List an order’s disputes at the cardholder’s bank, with their deadlines and what they freeze',
  params,
  answers: Disputes,
})

// The evidence contains the buyer's network addresses and acceptances.
const evidence = defineRoute('get', '/admin/disputes/{id}/evidence.pdf', staff(ANSWER_RIGHT, perMinute(20)), {
  summary: 'Get the evidence for a dispute as a single PDF',
  params,
  responses: pdfAnswer,
})

const submit = defineRoute('post', '/admin/disputes/{id}/evidence', freshStaff(ANSWER_RIGHT), {
  summary: 'Submit the evidence for a dispute to the bank; possible only once',
  params,
  body: EvidenceBody,
  answers: Dispute,
})

const accept = defineRoute('post', '/admin/disputes/{id}/accept', freshStaff(ANSWER_RIGHT), {
  summary:
    'Accept a dispute; it is lost at once, and its credits and undrawn entries are taken back; for a large amount, a proposal',
  params,
  body: AcceptBody,
  answers: Dispute,
  responses: PROPOSED,
})

const one = async (ctx: Context, dispute: StoredDispute) => (await disputesShown(ctx, [dispute]))[0]!

export const disputesApi = () =>
  newApi()
    .openapi(ofOrder, async c => c.json({ disputes: await listDisputes(c.var.ctx, c.req.valid('param').id) }, 200))
    .openapi(evidence, async c => {
      const { ctx } = c.var
      const gathered = await evidenceOf(ctx, await disputeOf(ctx, c.req.valid('param').id))
      const pdf = await runCostly(ctx, 'documents', () => sectionPdf({ ...gathered, author: 'Redoubt', at: ctx.now() }))
      return c.body(new Uint8Array(pdf), 200, pdfHeaders(gathered.fileName))
    })
    .openapi(submit, async c =>
      c.json(await one(c.var.ctx, await submitEvidence(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))), 200),
    )
    .openapi(accept, async c => {
      const { ctx } = c.var
      const answer = await acceptDispute(ctx, c.req.valid('param').id, c.req.valid('json').reason)
      return 'proposal' in answer ? c.json(answer, 202) : c.json(await one(ctx, answer), 200)
    })

export type DisputesApi = ReturnType<typeof disputesApi>
