import type Stripe from 'stripe'
import { type Hidden, newId } from '../books/kinds.ts'

export function newLineItem(price: Stripe.Price, name: string, quantity: number): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: 'usd',
    description: name,
    metadata: {},
    price,
    quantity,
  }
}

/** A session's line items in order; the API includes them on request. */
export const linesOf = (hidden: Hidden) => (hidden.includable?.line_items?.data ?? []) as Stripe.LineItem[]

type NewSession = {
  mode: 'payment' | 'subscription'
  amount: number
  /** The URL of the hosted page, without the session's id. */
  pageUrl: string
  successUrl: string
  cancelUrl: string | undefined
  expiresAt: number
  reference: string | undefined
  customer: string | undefined
  customerEmail: string | undefined
  createsCustomer: boolean
  savesCards: boolean
  metadata: Record<string, string> | undefined
  locale: string | undefined
  submitType: string | undefined
}

export function newSession(given: NewSession, seconds: number): Stripe.Checkout.Session {
  const id = newId('cs_test')
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: given.amount,
    amount_total: given.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl ?? null,
    client_reference_id: given.reference ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: given.customer ?? null,
    customer_account: null,
    customer_creation: given.createsCustomer ? 'always' : 'if_required',
    customer_details: null,
    customer_email: given.customerEmail ?? null,
    discounts: [],
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: (given.locale ?? null) as Stripe.Checkout.Session.Locale | null,
    managed_payments: null,
    metadata: given.metadata ?? {},
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: given.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: given.savesCards
      ? { allow_redisplay_filters: ['always'], payment_method_remove: 'disabled', payment_method_save: 'enabled' }
      : null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: (given.submitType ?? null) as Stripe.Checkout.Session.SubmitType | null,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${given.pageUrl}/${id}`,
    wallet_options: null,
  }
}
