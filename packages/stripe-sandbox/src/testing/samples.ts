import type Stripe from 'stripe'
import type { Fetch } from '../surroundings.ts'
import type { Sample } from './published-types.ts'

const TYPES: Record<string, string> = {
  'checkout.session': 'Stripe.Checkout.Session',
  item: 'Stripe.LineItem',
  payment_intent: 'Stripe.PaymentIntent',
  charge: 'Stripe.Charge',
  refund: 'Stripe.Refund',
  dispute: 'Stripe.Dispute',
  file: 'Stripe.File',
  customer: 'Stripe.Customer',
  product: 'Stripe.Product',
  price: 'Stripe.Price',
  subscription: 'Stripe.Subscription',
  subscription_schedule: 'Stripe.SubscriptionSchedule',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  payment_method: 'Stripe.PaymentMethod',
  payment_method_configuration: 'Stripe.PaymentMethodConfiguration',
  'billing_portal.session': 'Stripe.BillingPortal.Session',
}

type Json = { object?: string; type?: string; deleted?: true; data?: { object: string }[]; error?: object }

/** The type of a response, by its own `object` field. */
function typeOf(json: Json): string {
  if (json.deleted) return 'Stripe.DeletedCustomer'
  if (json.error) return '{ error: Stripe.StripeRawError }'
  if (json.object === 'event') return `Extract<Stripe.Event, { type: '${json.type}' }>`
  if (json.object !== 'list') return TYPES[json.object ?? ''] ?? `'no type for ${json.object}'`
  const [first] = json.data ?? []
  if (!first) return 'Stripe.ApiList<never>'
  return `Stripe.ApiList<${first.object === 'event' ? 'Stripe.Event' : TYPES[first.object]}>`
}

const ID = /\/[a-z]+_(?:[a-z]+_)?[0-9a-f]{32}/g

/** Collects one sample of every shape: equal call, equal fields, each filled or empty. */
export function createCollection() {
  const samples = new Map<string, Sample>()
  const calls = new Set<string>()

  function add(name: string, json: object): void {
    const shape = JSON.stringify(json, (key, value) => {
      if (Array.isArray(value)) return value.slice(0, 1)
      const isWord = key === 'status' || key === 'object' || key === 'type'
      return isWord || typeof value === 'object' ? value : typeof value
    })
    samples.set(`${name} ${shape}`, { name, type: typeOf(json), json })
  }

  /** Wraps `fetch` and collects its responses. */
  const through =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const { pathname, searchParams } = new URL(request.url)
      const answer = await fetch(request)
      const expand = [...searchParams].filter(([name]) => name.startsWith('expand')).map(([, value]) => value)
      const path = pathname.replaceAll(ID, '/*')
      const words = [request.method, path, String(answer.status), ...expand]
      calls.add(`${request.method} ${pathname}`)
      add(words.join(' '), (await answer.clone().json()) as object)
      return answer
    }

  return {
    through,
    addEvent: (event: Stripe.Event) => add(`event ${event.type}`, event),
    samples: () => [...samples.values()],
    calls: () => [...calls],
  }
}
