import Stripe from 'stripe'

const WEBHOOK_SECRET = 'whsec_redoubt_sandbox'
const stripe = new Stripe('sk_test_x')

/** A webhook's signature header, as the sandbox creates it. */
export const signatureOf = (payload: string, at: Date): string =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
    timestamp: Math.floor(+at / 1000),
  })
