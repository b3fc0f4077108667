import type Stripe from 'stripe'
import type { Charge, Listing, Page, Payments } from '#kernel/ports/payments.ts'
import { ask } from './ask.server.ts'
import { toCharge, toCheckout, toInvoice, toRefund, toSubscription } from './objects.server.ts'

const PAGE = 100
/** Stripe allows 100 requests per second; one page may need a request per charge. */
const AT_ONCE = 8

type Lists = Pick<Payments, 'listCharges' | 'listRefunds' | 'listCheckouts' | 'listSubscriptions' | 'listInvoices'>

/** Stripe's objects of a time range, one page at a time. */
export function stripeLists(stripe: Stripe): Lists {
  return {
    listCharges: input =>
      ask(async () => {
        const { data, has_more } = await stripe.charges.list(pageParams(input))
        return { items: await chargesOf(stripe, data), next: has_more ? data.at(-1)!.id : null }
      }),
    listRefunds: input => ask(async () => paged(await stripe.refunds.list(pageParams(input)), toRefund)),
    listCheckouts: input =>
      ask(async () => {
        const params = { ...pageParams(input), expand: ['data.payment_intent'] }
        return paged(await stripe.checkout.sessions.list(params), toCheckout)
      }),
    listSubscriptions: input =>
      ask(async () => {
        const params = { ...pageParams(input), status: 'all' as const, expand: ['data.schedule'] }
        return paged(await stripe.subscriptions.list(params), toSubscription)
      }),
    listInvoices: ({ subscriptionId, ...input }) =>
      ask(async () => {
        const subscription = subscriptionId && { subscription: subscriptionId }
        const params = { ...pageParams(input), ...subscription, expand: ['data.payments'] }
        return paged(await stripe.invoices.list(params), toInvoice)
      }),
  }
}

export function pageParams({ since, until, after }: Partial<Listing>) {
  // Rounds both ends down to whole seconds, so that adjacent ranges neither overlap nor leave a gap.
  const created = {
    ...(since && { gte: Math.floor(since.getTime() / 1000) }),
    ...(until && { lt: Math.floor(until.getTime() / 1000) }),
  }
  return { limit: PAGE, ...((since || until) && { created }), ...(after && { starting_after: after }) }
}

export function paged<From extends { id: string }, To>(
  list: Stripe.ApiList<From>,
  convert: (object: From) => To,
): Page<To> {
  return { items: list.data.map(convert), next: list.has_more ? list.data.at(-1)!.id : null }
}

/**
 * A charge does not name its invoice, so Stripe is asked. An order's payment carries the order id and needs no request; only memberships
 * remain.
 */
async function chargesOf(stripe: Stripe, charges: Stripe.Charge[]): Promise<Charge[]> {
  const invoices = new Map<string, Stripe.Invoice>()
  const unknown = charges.filter(charge => charge.payment_intent && !charge.metadata.orderId)
  const work = async () => {
    for (let charge = unknown.pop(); charge; charge = unknown.pop()) {
      const intent = String(charge.payment_intent)
      const invoice = await invoiceOf(stripe, intent)
      if (invoice) invoices.set(intent, invoice)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return charges.map(charge => toCharge(charge, invoices.get(String(charge.payment_intent)) ?? null))
}

async function invoiceOf(stripe: Stripe, intent: string): Promise<Stripe.Invoice | null> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
    expand: ['data.invoice'],
  })
  const invoice = data[0]?.invoice
  return typeof invoice === 'object' && !invoice.deleted ? invoice : null
}
