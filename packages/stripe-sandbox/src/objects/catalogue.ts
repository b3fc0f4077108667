import type Stripe from 'stripe'
import { decimalText, newId } from '../books/kinds.ts'

type NewProduct = {
  name: string
  description?: string | undefined
  images?: string[] | undefined
  metadata?: Record<string, string> | undefined
}

export function newProduct(given: NewProduct, seconds: number, id = newId('prod')): Stripe.Product {
  return {
    id,
    object: 'product',
    active: true,
    created: seconds,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: seconds,
    url: null,
  }
}

export type Interval = 'day' | 'week' | 'month' | 'year'
export type Recurrence = { interval: Interval; interval_count?: number | undefined }
type NewPrice = {
  product: string
  unit_amount: number
  recurring?: Recurrence | undefined
  nickname?: string | undefined
  lookup_key?: string | undefined
  metadata?: Record<string, string> | undefined
}

export function newPrice(given: NewPrice, seconds: number, active = true): Stripe.Price {
  const { recurring } = given
  return {
    id: newId('price'),
    object: 'price',
    active,
    billing_scheme: 'per_unit',
    created: seconds,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: decimalText(given.unit_amount),
  }
}
