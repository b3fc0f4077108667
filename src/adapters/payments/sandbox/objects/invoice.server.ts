import type Stripe from 'stripe'
import { decimalText, listOf, newId } from '../kinds.server.ts'

type NewInvoice = {
  subscription: Stripe.Subscription
  customer: { id: string; email: string | null; name: string | null }
  reason: 'subscription_create' | 'subscription_cycle'
  lines: { price: Stripe.Price; quantity: number; name: string }[]
  period: { start: number; end: number }
}

/** A finalized invoice, not paid yet. */
export function newInvoice(
  { subscription, customer, reason, lines, period }: NewInvoice,
  seconds: number,
): Stripe.Invoice {
  const id = newId('in')
  const total = lines.reduce((sum, line) => sum + (line.price.unit_amount ?? 0) * line.quantity, 0)
  const items = lines.map(line => newInvoiceLine(id, subscription, line, period))
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Redoubt',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: seconds,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: seconds,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(items, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `RDT-${id.slice(-8).toUpperCase()}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: seconds,
    period_start: reason === 'subscription_create' ? seconds : period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: seconds, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: seconds,
  }
}

function newInvoiceLine(
  invoice: string,
  subscription: Stripe.Subscription,
  { price, quantity, name }: NewInvoice['lines'][number],
  period: NewInvoice['period'],
): Stripe.InvoiceLineItem {
  const amount = (price.unit_amount ?? 0) * quantity
  const recurring = price.recurring !== null
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description: `${quantity} × ${name}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]!.id,
      },
      type: 'subscription_item_details',
    },
    period: recurring ? period : { start: period.start, end: period.start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: decimalText(price.unit_amount ?? 0),
    },
    quantity,
    quantity_decimal: decimalText(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** Which payment settled an invoice; shown under `payments` when asked for. */
export function newInvoicePayment(
  invoice: Stripe.Invoice,
  intent: string,
  paid: boolean,
  seconds: number,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: paid ? invoice.total : null,
    amount_requested: invoice.total,
    created: seconds,
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: paid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: paid ? seconds : null },
  }
}
