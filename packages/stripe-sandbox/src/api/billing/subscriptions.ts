import { Hono } from 'hono'
import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { invalid } from '../../request/faults.ts'
import { listKind } from '../../request/listing.ts'
import { created, expand, flag, mergedMetadata, metadata, paging, text } from '../../request/params.ts'
import { changePlan } from '../../subscriptions/plan-changing.ts'
import { cancelAtPeriodEnd, endSubscription, ownTime } from '../../subscriptions/subscribing.ts'
import { planGiven, planParams, running } from './subscription-plans.ts'

const cancellationDetails = z
  .strictObject({
    comment: text.optional(),
    feedback: z
      .enum([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ])
      .optional(),
  })
  .optional()
const update = z.strictObject({
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails,
  description: text.optional(),
  metadata: metadata.optional(),
  default_payment_method: text.optional(),
  ...planParams,
  payment_behavior: z.literal('error_if_incomplete').optional(),
  expand,
})
const list = z.strictObject({
  ...paging,
  created,
  customer: text.optional(),
  status: z.enum(['active', 'past_due', 'canceled', 'all']).optional(),
})

/** `/v1/subscriptions`. A checkout session creates a subscription; these routes read, change and end it. */
export function subscriptions(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, list, (work, params) => {
      const { status } = params
      const match = status && status !== 'all' ? { status } : {}
      return listKind(work, 'subscription', '/v1/subscriptions', params, [params.customer], match)
    }),
  )
  app.get('/:id', retrieval(api, 'subscription'))
  app.post('/:id', endpoint(api, update, updateSubscription))
  app.delete(
    '/:id',
    endpoint(api, z.strictObject({ cancellation_details: cancellationDetails, expand }), async (work, params, id) => {
      const subscription = await running(work, id)
      await work.load([subscription.data.latest_invoice as string | null])
      note(work, subscription, params.cancellation_details)
      endSubscription(work, subscription, 'cancellation_requested', ownTime(work, subscription))
      return subscription.data
    }),
  )
  return app
}

async function updateSubscription(work: Work, params: z.infer<typeof update>, id: string) {
  const { cancel_at_period_end: atEnd, description, metadata, items, default_payment_method } = params
  const terms = [atEnd, description, items, default_payment_method]
  const subscription = await (terms.some(term => term !== undefined)
    ? running(work, id)
    : work.retrieve('subscription', id))
  note(work, subscription, params.cancellation_details)
  if (atEnd !== undefined) cancelAtPeriodEnd(work, subscription, atEnd)
  if (default_payment_method) await payBy(work, subscription, default_payment_method)
  work.change(subscription, {
    metadata: mergedMetadata(subscription.data.metadata, metadata),
    ...(description && { description }),
  })
  if (items) changePlan(work, subscription, await planGiven(work, subscription, params))
  else work.emit('customer.subscription.updated', subscription.data, ownTime(work, subscription))
  return subscription.data
}

async function payBy(work: Work, subscription: Row<'subscription'>, id: string): Promise<void> {
  const method = await work.retrieve('payment_method', id, 'default_payment_method')
  if (method.data.customer !== subscription.data.customer) {
    const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
    throw invalid(message, { code: 'resource_missing', param: 'default_payment_method' })
  }
  work.change(subscription, { default_payment_method: id }, { hidden: { card: method.hidden.card! } })
}

function note(work: Work, subscription: Row<'subscription'>, given: z.infer<typeof cancellationDetails>): void {
  if (!given) return
  const before = subscription.data.cancellation_details!
  const { comment = before.comment, feedback = before.feedback } = given
  work.change(subscription, { cancellation_details: { ...before, comment, feedback } })
}
