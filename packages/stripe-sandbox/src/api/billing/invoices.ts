import { Hono } from 'hono'
import { z } from 'zod'
import { newId } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { previewOf } from '../../objects/invoice.ts'
import { cardOfPaymentMethod } from '../../payments/cards.ts'
import { type Api, endpoint, Refused, retrieval } from '../../request/endpoint.ts'
import { invalid, missing } from '../../request/faults.ts'
import { listKind } from '../../request/listing.ts'
import { created, expand, flag, paging, text } from '../../request/params.ts'
import { payInvoice, voidInvoice } from '../../subscriptions/paying-invoices.ts'
import { planOutcome } from '../../subscriptions/plan-changing.ts'
import { ownTime } from '../../subscriptions/subscribing.ts'
import { planGiven, planParams, running } from './subscription-plans.ts'

const list = z.strictObject({
  ...paging,
  created,
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})
const pay = z.strictObject({ payment_method: text.optional(), off_session: flag.optional(), expand })
const voiding = z.strictObject({ expand })
const preview = z.strictObject({
  subscription: text,
  subscription_details: z.strictObject(planParams).required({ items: true }),
  expand,
})

/** `/v1/invoices`: subscriptions create invoices; these routes read, pay, void and preview them. */
export function invoices(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, list, (work, params) => {
      const { customer, subscription, status } = params
      return listKind(work, 'invoice', '/v1/invoices', params, [customer, subscription], status && { status })
    }),
  )
  app.post('/create_preview', endpoint(api, preview, previewInvoice))
  app.get('/:id', retrieval(api, 'invoice'))
  app.post(
    '/:id/pay',
    endpoint(api, pay, async (work, { payment_method }, id) => {
      await work.load([id, payment_method])
      const invoice = work.get('invoice', id)
      const stored = work.find('payment_method', payment_method)?.hidden.card
      const card = payment_method ? (stored ?? cardOfPaymentMethod(payment_method, work.now)) : undefined
      if (payment_method && !card) throw missing('PaymentMethod', payment_method, 'payment_method')
      const decline = await payInvoice(work, invoice, card)
      return decline ? new Refused(402, { ...decline, type: 'card_error' }) : invoice.data
    }),
  )
  app.post(
    '/:id/void',
    endpoint(api, voiding, async (work, _params, id) => {
      await work.load([id])
      const invoice = work.get('invoice', id)
      await voidInvoice(work, invoice)
      return invoice.data
    }),
  )
  return app
}

/** Previews the invoice of a plan change. Writes nothing. */
async function previewInvoice(work: Work, params: z.infer<typeof preview>) {
  const subscription = await running(work, params.subscription, 'subscription')
  const plan = await planGiven(work, subscription, params.subscription_details)
  const { invoice } = planOutcome(work, subscription, plan)
  work.forget()
  if (!invoice) {
    throw invalid('The sandbox previews what is billed at once; this change bills nothing now.', {
      param: 'subscription_details[proration_behavior]',
    })
  }
  return previewOf({ ...invoice, id: newId('upcoming_in') }, plan.prorationDate ?? ownTime(work, subscription))
}
