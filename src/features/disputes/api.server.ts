import { CATALOG_ERRORS } from '#features/catalog/products/contract.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '#features/orders/order/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { sectionPdf } from '#kernel/pdf/section-pdf.server.ts'
import { pick } from '#platform/errors.ts'
import { acceptDispute } from './commands/accept-dispute.server.ts'
import { submitEvidence } from './commands/answer-dispute.server.ts'
import { AcceptBody, DISPUTE_ERRORS, Dispute, Disputes, EvidenceBody } from './contract.ts'
import { readEvidence } from './evidence/evidence.server.ts'
import { listDisputes, listShownDisputes, readDisputeById } from './queries/disputes.server.ts'
import { ANSWER_RIGHT } from './rules.ts'
import type { StoredDispute } from './stored-dispute.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

const one = async (ctx: Context, dispute: StoredDispute) => (await listShownDisputes(ctx, [dispute]))[0]!

export const disputesApi = () =>
  newApi(
    defineRoute('get', '/admin/orders/{id}/disputes', staff('orders.read'), {
      summary: 'List an order’s disputes at the cardholder’s bank, with their deadlines and what they freeze',
      params,
      answers: Disputes,
      refuses: [pick(ORDER_ERRORS, 'order_not_found')],
      handler: async ({ ctx, params }) => ({ disputes: await listDisputes(ctx, params.id) }),
    }),

    // The evidence contains the buyer's network addresses and acceptances.
    defineRoute('get', '/admin/disputes/{id}/evidence.pdf', staff(ANSWER_RIGHT, perMinute(20)), {
      summary: 'Get the evidence for a dispute as a single PDF',
      params,
      responses: pdfAnswer,
      refuses: [pick(DISPUTE_ERRORS, 'dispute_not_found')],
      handler: async ({ ctx, params, c }) => {
        const gathered = await readEvidence(ctx, await readDisputeById(ctx, params.id))
        const pdf = await runCostly(ctx, 'documents', async () =>
          sectionPdf({ ...gathered, author: ctx.settings.brand.name, brand: await readPaperBrand(ctx), at: ctx.now() }),
        )
        return c.body(new Uint8Array(pdf), 200, pdfHeaders(gathered.fileName))
      },
    }),

    defineRoute('post', '/admin/disputes/{id}/evidence', freshStaff(ANSWER_RIGHT), {
      summary: 'Submit the evidence for a dispute to the bank; possible only once',
      params,
      body: EvidenceBody,
      answers: Dispute,
      refuses: [
        DISPUTE_ERRORS,
        pick(CATALOG_ERRORS, 'out_of_stock'),
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found', 'own_order'),
      ],
      handler: async ({ ctx, params, body }) => one(ctx, await submitEvidence(ctx, params.id, body)),
    }),

    defineRoute('post', '/admin/disputes/{id}/accept', freshStaff(ANSWER_RIGHT), {
      summary:
        'Accept a dispute; it is lost at once, and its credits and undrawn entries are taken back; for a large amount, a proposal',
      params,
      body: AcceptBody,
      answers: Dispute,
      responses: PROPOSED,
      refuses: [
        DISPUTE_ERRORS,
        pick(CATALOG_ERRORS, 'out_of_stock'),
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found', 'own_order'),
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, params, body, c }) => {
        const answer = await acceptDispute(ctx, params.id, body.reason)
        return 'proposal' in answer ? c.json(answer, 202) : one(ctx, answer)
      },
    }),
  )

export type DisputesApi = ReturnType<typeof disputesApi>
