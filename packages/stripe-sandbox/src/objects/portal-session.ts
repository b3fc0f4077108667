import type Stripe from 'stripe'
import { newId } from '../books/kinds.ts'

/** A billing portal session for one customer. */
export function newPortalSession(
  given: { customer: string; returnUrl: string | undefined; pagesUrl: string },
  seconds: number,
): Stripe.BillingPortal.Session {
  const id = newId('bps')
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: seconds,
    customer: given.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.returnUrl ?? null,
    url: `${given.pagesUrl}/portal/${id}`,
  }
}
