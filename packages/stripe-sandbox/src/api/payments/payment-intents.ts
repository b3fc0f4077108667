import { Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import { newId, type Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { newPaymentIntent } from '../../objects/payment.ts'
import { cardOfPaymentMethod } from '../../payments/cards.ts'
import { charge } from '../../payments/charging.ts'
import { type Api, endpoint, Refused } from '../../request/endpoint.ts'
import { invalid, missing } from '../../request/faults.ts'
import { listKind } from '../../request/listing.ts'
import {
  address,
  cents,
  currency,
  email,
  expand,
  flag,
  mergedMetadata,
  metadata,
  paging,
  text,
} from '../../request/params.ts'

const described = {
  metadata: metadata.optional(),
  description: text.optional(),
  receipt_email: email.optional(),
  expand,
}
const create = z.strictObject({
  ...described,
  amount: cents,
  currency,
  customer: text.optional(),
  payment_method: text.optional(),
  confirm: flag.default(false),
  return_url: address.optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
})
const confirm = z.strictObject({ payment_method: text.optional(), return_url: address.optional(), expand })
const cancel = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
})
const retrieve = z.strictObject({ client_secret: text.optional(), expand })

const OPEN: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation']

/** `/v1/payment_intents`. */
export function paymentIntents(api: Api): Hono {
  const app = new Hono()
  app.post('/', endpoint(api, create, createIntent))
  app.get(
    '/',
    endpoint(api, z.strictObject({ ...paging, customer: text.optional() }), (work, params) =>
      listKind(work, 'payment_intent', '/v1/payment_intents', params, [params.customer]),
    ),
  )
  app.get(
    '/:id',
    endpoint(api, retrieve, async (work, _params, id) => (await loaded(work, id)).data),
  )
  app.post(
    '/:id',
    endpoint(api, z.strictObject({ ...described, amount: cents.optional() }), async (work, params, id) => {
      const intent = await loaded(work, id)
      const { amount, description, receipt_email } = params
      if (amount !== undefined) assertOpen(intent, 'update')
      work.change(intent, {
        metadata: mergedMetadata(intent.data.metadata, params.metadata),
        ...(amount !== undefined && { amount: enough(amount) }),
        ...(description && { description }),
        ...(receipt_email && { receipt_email }),
      })
      return intent.data
    }),
  )
  app.post(
    '/:id/confirm',
    endpoint(api, confirm, async (work, params, id) => {
      const intent = await loaded(work, id)
      assertOpen(intent, 'confirm')
      return confirmIntent(work, intent, params.payment_method)
    }),
  )
  app.post(
    '/:id/cancel',
    endpoint(api, cancel, async (work, params, id) => {
      const intent = await loaded(work, id)
      assertOpen(intent, 'cancel')
      const cancellation_reason = params.cancellation_reason ?? null
      work.change(intent, { status: 'canceled', canceled_at: work.seconds, cancellation_reason })
      work.emit('payment_intent.canceled', intent.data)
      return intent.data
    }),
  )
  return app
}

async function loaded(work: Work, id: string): Promise<Row<'payment_intent'>> {
  await work.load([id])
  return work.get('payment_intent', id)
}

async function createIntent(work: Work, params: z.infer<typeof create>) {
  await work.load([params.customer])
  if (params.customer) work.get('customer', params.customer, 'customer')
  const amount = enough(params.amount)
  const { customer = null, description, receipt_email: receiptEmail } = params
  const data = newPaymentIntent(
    { amount, customer, description, receiptEmail, metadata: params.metadata },
    work.seconds,
  )
  const intent = work.create('payment_intent', data)
  work.emit('payment_intent.created', intent.data)
  if (params.confirm) return confirmIntent(work, intent, params.payment_method)
  if (params.payment_method) {
    work.change(intent, { payment_method: params.payment_method, status: 'requires_confirmation' })
  }
  return intent.data
}

/** Stripe's minimum payment is 50 cents. */
function enough(amount: number): number {
  if (amount >= 50) return amount
  const message = 'Amount must be at least $0.50 usd'
  throw invalid(message, { code: 'amount_too_small', param: 'amount' })
}

function assertOpen(intent: Row<'payment_intent'>, verb: 'confirm' | 'cancel' | 'update'): void {
  if (intent.hidden.byCheckout) {
    throw invalid(`You cannot ${verb} this PaymentIntent because it was created by a Checkout Session.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  if (OPEN.includes(intent.data.status)) return
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.data.status}.`
  throw invalid(message, { code: 'payment_intent_unexpected_state' })
}

function confirmIntent(work: Work, intent: Row<'payment_intent'>, given: string | undefined) {
  const method = given ?? (typeof intent.data.payment_method === 'string' ? intent.data.payment_method : undefined)
  if (!method) {
    const message = 'You cannot confirm this PaymentIntent because it is missing a payment method.'
    throw invalid(message, { code: 'payment_intent_unexpected_state', param: 'payment_method' })
  }
  const card = cardOfPaymentMethod(method, work.now)
  if (!card) throw missing('PaymentMethod', method, 'payment_method')
  const email = intent.data.receipt_email
  const attempt = { card, paymentMethod: newId('pm'), email, at: 'checkout', seconds: work.seconds } as const
  const decline = charge(work, intent, attempt)
  if (!decline) return intent.data
  const { last_payment_error } = intent.data
  return new Refused(402, { ...last_payment_error, ...decline, payment_intent: intent.data })
}
