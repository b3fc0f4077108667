import type Stripe from 'stripe'
import { newId } from '../books/kinds.ts'

type NewCustomer = {
  email?: string | null | undefined
  name?: string | null | undefined
  phone?: string | undefined
  description?: string | undefined
  metadata?: Record<string, string> | undefined
}

export function newCustomer(given: NewCustomer, seconds: number): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
