import type Stripe from 'stripe'
import { decimalText, listOf, newId } from '../books/kinds.ts'

type Period = { start: number; end: number }

/** One invoice line. A credit has a negative amount and is a proration. */
export type NewLine = {
  price: Stripe.Price
  quantity: number
  name: string
  amount: number
  period: Period
  isProration?: boolean
}

type NewInvoice = {
  subscription: Stripe.Subscription
  customer: Stripe.Customer
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  lines: NewLine[]
  /** The period of the preceding lines, or the moment of a first invoice. */
  period: Period
  pagesUrl: string
  accountName: string
}

/** A line for a whole period. */
export const fullLine = (price: Stripe.Price, quantity: number, name: string, period: Period): NewLine => {
  return { price, quantity, name, amount: (price.unit_amount ?? 0) * quantity, period }
}

/** A finalized invoice, not paid yet. */
export function newInvoice(given: NewInvoice, seconds: number, id = newId('in')): Stripe.Invoice {
  const { subscription, customer, reason, period, pagesUrl } = given
  const total = given.lines.reduce((sum, line) => sum + line.amount, 0)
  const items = given.lines.map(line => newInvoiceLine(id, subscription, line))
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: given.accountName,
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
    customer_name: customer.name ?? null,
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
    hosted_invoice_url: `${pagesUrl}/invoice/${id}`,
    invoice_pdf: null,
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
    period_start: period.start,
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

/** Converts an invoice to a preview: of the next invoice, or of a plan change. Nothing is stored. */
export function previewOf(invoice: Stripe.Invoice, prorationDate?: number): Stripe.Invoice {
  const details = invoice.parent!.subscription_details!
  const subscription_details = prorationDate ? { ...details, subscription_proration_date: prorationDate } : details
  return {
    ...invoice,
    billing_reason: 'upcoming',
    effective_at: null,
    hosted_invoice_url: null,
    number: null,
    parent: { ...invoice.parent!, subscription_details },
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    webhooks_delivered_at: null,
  }
}

function newInvoiceLine(invoice: string, subscription: Stripe.Subscription, line: NewLine): Stripe.InvoiceLineItem {
  const { price, quantity, name, amount, period, isProration = false } = line
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description: amount < 0 ? `Unused time on ${name}` : `${quantity} × ${name}`,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]!.id,
      },
      type: 'subscription_item_details',
    },
    period,
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

/** The payment of an invoice: an object of its own list, and shown under `payments` on request. */
export function newInvoicePayment(invoice: Stripe.Invoice, intent: string, seconds: number): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.total,
    created: seconds,
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}
