import { Hono } from 'hono'
import { z } from 'zod'
import { type Hidden, listOf } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { linesOf, newSession } from '../../objects/session.ts'
import { expireSession } from '../../payments/checkout.ts'
import { type Api, endpoint } from '../../request/endpoint.ts'
import { invalid } from '../../request/faults.ts'
import { listKind, pageOf } from '../../request/listing.ts'
import { address, created, email, expand, flag, integer, metadata, paging, text } from '../../request/params.ts'
import { lineItem, lineItemsOf } from '../billing/line-items.ts'

const made = z.strictObject({ metadata: metadata.optional(), description: text.optional() })

const create = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  customer: text.optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  saved_payment_method_options: z.strictObject({ payment_method_save: z.enum(['enabled', 'disabled']) }).optional(),
  expires_at: integer.optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'link'])).optional(),
  metadata: metadata.optional(),
  payment_intent_data: made.optional(),
  subscription_data: made.optional(),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  locale: z.string().max(10).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  ui_mode: z.literal('hosted_page').optional(),
  expand,
})
type Create = z.infer<typeof create>

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const MIN_TOTAL = 50

/** `/v1/checkout/sessions`. */
export function checkoutSessions(api: Api): Hono {
  const app = new Hono()
  const retrieve = z.strictObject({ expand })
  const list = z.strictObject({
    ...paging,
    created,
    customer: text.optional(),
    payment_intent: text.optional(),
    subscription: text.optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
  })
  app.post('/', endpoint(api, create, createSession))
  app.get(
    '/',
    endpoint(api, list, (work, params) => {
      const { customer, payment_intent, subscription, status } = params
      const refs = [customer, payment_intent, subscription]
      return listKind(work, 'checkout.session', '/v1/checkout/sessions', params, refs, status && { status })
    }),
  )
  app.get(
    '/:id',
    endpoint(api, retrieve, async (work, params, id) => {
      await work.load([id], { deep: (params.expand ?? []).length > 0 })
      return work.get('checkout.session', id).data
    }),
  )
  app.get(
    '/:id/line_items',
    endpoint(api, z.strictObject(paging), async (work, params, id) => {
      const session = await work.retrieve('checkout.session', id)
      return pageOf(linesOf(session.hidden), `/v1/checkout/sessions/${id}/line_items`, params)
    }),
  )
  app.post(
    '/:id/expire',
    endpoint(api, retrieve, async (work, _params, id) => {
      await work.load([id], { deep: true })
      const session = work.get('checkout.session', id)
      if (session.data.status !== 'open') {
        const { status } = session.data
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
        )
      }
      expireSession(work, session)
      return session.data
    }),
  )
  return app
}

async function createSession(work: Work, params: Create) {
  if (params.customer && params.customer_email) {
    const message = 'You may only specify one of these parameters: customer, customer_email.'
    throw invalid(message, { code: 'parameters_exclusive', param: 'customer_email' })
  }
  refuseUnsaved(params)
  if (params.mode === 'payment' && params.subscription_data) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' })
  }
  if (params.mode === 'subscription' && params.payment_intent_data) {
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', { param: 'payment_intent_data' })
  }
  const expiresAt = expiryOf(work, params)
  await work.load([params.customer, ...params.line_items.flatMap(item => [item.price, item.price_data?.product])], {
    deep: true,
  })
  const customer = params.customer ? work.get('customer', params.customer, 'customer') : undefined
  const lines = lineItemsOf(work, params.mode, params.line_items)
  const amount = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (amount < MIN_TOTAL) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd"
    throw invalid(message, { code: 'amount_too_small' })
  }
  const data = newSession(
    {
      mode: params.mode,
      amount,
      pageUrl: `${work.pagesUrl}/pay`,
      successUrl: params.success_url,
      cancelUrl: params.cancel_url,
      expiresAt,
      reference: params.client_reference_id,
      customer: customer?.id,
      customerEmail: params.customer_email ?? customer?.data.email ?? undefined,
      createsCustomer: params.mode === 'subscription' || params.customer_creation === 'always',
      savesCards: params.saved_payment_method_options?.payment_method_save === 'enabled',
      metadata: params.metadata,
      locale: params.locale,
      submitType: params.submit_type,
    },
    work.seconds,
  )
  const line_items = listOf(lines, `/v1/checkout/sessions/${data.id}/line_items`)
  const hidden: Hidden = {
    includable: { line_items },
    ...(params.payment_intent_data && { paymentIntentData: params.payment_intent_data }),
    ...(params.subscription_data && { subscriptionData: params.subscription_data }),
  }
  return work.create('checkout.session', data, { hidden, dueAt: new Date(expiresAt * 1000) }).data
}

/** A card is saved with a customer, so the session needs one. */
function refuseUnsaved({ mode, customer, customer_creation: creation, saved_payment_method_options: saved }: Create) {
  if (creation && mode === 'subscription') {
    throw invalid('`customer_creation` can only be used in `payment` and `setup` mode.', { param: 'customer_creation' })
  }
  if (creation && customer) {
    const message = 'You may only specify one of these parameters: customer, customer_creation.'
    throw invalid(message, { code: 'parameters_exclusive', param: 'customer_creation' })
  }
  if (saved?.payment_method_save === 'enabled' && mode === 'payment' && !customer && creation !== 'always') {
    const message =
      'You must provide `customer` or set `customer_creation` to `always` when `saved_payment_method_options[payment_method_save]` is `enabled`.'
    throw invalid(message, { param: 'saved_payment_method_options' })
  }
}

function expiryOf(work: Work, { expires_at }: Create): number {
  const expiresAt = expires_at ?? work.seconds + DAY
  const away = expiresAt - work.seconds
  const rule = away < 30 * MINUTE ? 'at least 30 minutes' : away > DAY ? 'less than 24 hours' : undefined
  if (!rule) return expiresAt
  throw invalid(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, { param: 'expires_at' })
}
