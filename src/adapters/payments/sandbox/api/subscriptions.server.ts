import { Hono } from 'hono'
import { z } from 'zod'
import { invalid } from '../faults.ts'
import type { Row } from '../kinds.server.ts'
import { expand, flag, mergedMetadata, metadata, paging, text } from '../params.server.ts'
import { endSubscription, periodOf } from '../subscribing.server.ts'
import type { Work } from '../work.server.ts'
import { type Api, endpoint } from './endpoint.server.ts'
import { listKind } from './listing.server.ts'

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
  expand,
})
const list = z.strictObject({
  ...paging,
  customer: text.optional(),
  status: z.enum(['active', 'past_due', 'canceled', 'all']).optional(),
})

/** `/v1/subscriptions`. They begin by a checkout session; here they are read, changed and ended. */
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
  app.get(
    '/:id',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => (await loaded(work, id)).data),
  )
  app.post('/:id', endpoint(api, update, updateSubscription))
  app.delete(
    '/:id',
    endpoint(api, z.strictObject({ cancellation_details: cancellationDetails, expand }), async (work, params, id) => {
      const subscription = await running(work, id)
      note(work, subscription, params.cancellation_details)
      const seconds = work.seconds + (subscription.hidden.aheadSeconds ?? 0)
      endSubscription(work, subscription, 'cancellation_requested', seconds)
      return subscription.data
    }),
  )
  return app
}

async function loaded(work: Work, id: string): Promise<Row<'subscription'>> {
  await work.load([id])
  return work.get('subscription', id)
}

async function running(work: Work, id: string): Promise<Row<'subscription'>> {
  const subscription = await loaded(work, id)
  if (subscription.data.status !== 'canceled') return subscription
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  })
}

async function updateSubscription(work: Work, params: z.infer<typeof update>, id: string) {
  const { cancel_at_period_end: atEnd, description, metadata } = params
  const changesTerms = atEnd !== undefined || description !== undefined
  const subscription = await (changesTerms ? running : loaded)(work, id)
  note(work, subscription, params.cancellation_details)
  const { data, hidden } = subscription
  const seconds = work.seconds + (hidden.aheadSeconds ?? 0)
  work.change(subscription, {
    metadata: mergedMetadata(data.metadata, metadata),
    ...(description && { description }),
    ...(atEnd !== undefined && {
      cancel_at_period_end: atEnd,
      cancel_at: atEnd ? periodOf(data).end : null,
      canceled_at: atEnd ? (data.canceled_at ?? seconds) : null,
    }),
  })
  work.emit('customer.subscription.updated', subscription.data, seconds)
  return subscription.data
}

function note(work: Work, subscription: Row<'subscription'>, given: z.infer<typeof cancellationDetails>): void {
  if (!given) return
  const before = subscription.data.cancellation_details!
  const { comment = before.comment, feedback = before.feedback } = given
  work.change(subscription, { cancellation_details: { ...before, comment, feedback } })
}
