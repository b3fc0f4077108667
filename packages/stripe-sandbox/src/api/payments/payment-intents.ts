import { Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import { newId, type Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { newPaymentIntent } from '../../objects/payment.ts'
import { cardOfPaymentMethod, needsAuthentication } from '../../payments/cards.ts'
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

const OPEN: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

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
    endpoint(api, retrieve, async (work, _params, id) => (await work.retrieve('payment_intent', id)).data),
  )
  app.post(
    '/:id',
    endpoint(api, z.strictObject({ ...described, amount: cents.optional() }), async (work, params, id) => {
      const intent = await work.retrieve('payment_intent', id)
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
      const intent = await work.retrieve('payment_intent', id)
      const { payment_method } = intent.data
      await work.load([params.payment_method, typeof payment_method === 'string' ? payment_method : undefined])
      assertOpen(intent, 'confirm')
      return confirmIntent(work, intent, params)
    }),
  )
  app.post(
    '/:id/cancel',
    endpoint(api, cancel, async (work, params, id) => {
      const intent = await work.retrieve('payment_intent', id)
      assertOpen(intent, 'cancel')
      const cancellation_reason = params.cancellation_reason ?? null
      work.change(intent, { status: 'canceled', canceled_at: work.seconds, cancellation_reason, next_action: null })
      work.emit('payment_intent.canceled', intent.data)
      return intent.data
    }),
  )
  return app
}

async function createIntent(work: Work, params: z.infer<typeof create>) {
  await work.load([params.customer, params.payment_method])
  if (params.customer) work.get('customer', params.customer, 'customer')
  const amount = enough(params.amount)
  const { customer = null, description, receipt_email: receiptEmail } = params
  const data = newPaymentIntent(
    { amount, customer, description, receiptEmail, metadata: params.metadata },
    work.seconds,
  )
  if (params.payment_method) chosenCard(work, data, params.payment_method)
  const intent = work.create('payment_intent', data)
  work.emit('payment_intent.created', intent.data)
  if (params.confirm) return confirmIntent(work, intent, params)
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

/**
 * The card of a predefined method, or of a saved one with its customer.
 * @throws Fault for a method that is unknown, of another customer, or detached.
 */
function chosenCard(work: Work, { customer }: Stripe.PaymentIntent, id: string) {
  const predefined = cardOfPaymentMethod(id, work.now)
  if (predefined) return { card: predefined, paymentMethod: newId('pm'), at: 'checkout' } as const
  const method = work.find('payment_method', id)
  const card = method?.hidden.card
  if (!method || !card) throw missing('PaymentMethod', id, 'payment_method')
  const owner = method.data.customer
  if (!owner) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.',
      { param: 'payment_method' },
    )
  }
  if (!customer) {
    const message = `The PaymentMethod supplied (${id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent or use a different PaymentMethod.`
    throw invalid(message, { param: 'payment_method' })
  }
  if (owner !== customer) {
    const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
    throw invalid(message, { code: 'resource_missing', param: 'payment_method' })
  }
  return { card, paymentMethod: id, at: 'saved' } as const
}

type Confirmation = { payment_method?: string | undefined; return_url?: string | undefined }

function confirmIntent(work: Work, intent: Row<'payment_intent'>, given: Confirmation) {
  const method = given.payment_method ?? intent.data.payment_method
  if (typeof method !== 'string') {
    const message = 'You cannot confirm this PaymentIntent because it is missing a payment method.'
    throw invalid(message, { code: 'payment_intent_unexpected_state', param: 'payment_method' })
  }
  const chosen = chosenCard(work, intent.data, method)
  if (needsAuthentication(chosen.card, chosen.at)) return authenticate(work, intent, method, given.return_url)
  const email = intent.data.receipt_email
  const decline = charge(work, intent, { ...chosen, email, seconds: work.seconds })
  if (!decline) return intent.data
  const { last_payment_error } = intent.data
  return new Refused(402, { ...last_payment_error, ...decline, payment_intent: intent.data })
}

/** The bank wants the cardholder. There is no page to authenticate on, so the payment waits until it is cancelled. */
function authenticate(work: Work, intent: Row<'payment_intent'>, method: string, return_url: string | undefined) {
  const next_action: Stripe.PaymentIntent.NextAction = return_url
    ? { type: 'redirect_to_url', redirect_to_url: { return_url, url: `${work.pagesUrl}/authenticate/${intent.id}` } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  work.change(intent, { status: 'requires_action', payment_method: method, next_action })
  work.emit('payment_intent.requires_action', intent.data)
  return intent.data
}
