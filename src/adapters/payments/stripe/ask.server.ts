import Stripe from 'stripe'
import { PaymentError, type PaymentErrorKind } from '#kernel/ports/payments.ts'

/** Calls Stripe and maps its errors to PaymentError; rethrows all other errors. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new PaymentError(kindOf(error), error.message, { ...(error.code && { code: error.code }), cause: error })
  }
}

function kindOf(error: Stripe.errors.StripeError): PaymentErrorKind {
  const { StripeCardError, StripeRateLimitError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  if (error instanceof StripeCardError) return 'declined'
  if (error instanceof StripeRateLimitError || error.statusCode === 409) return 'busy'
  if (error.statusCode === 401 || error.statusCode === 403) return 'not_configured'
  if (error.statusCode === 404) return 'not_found'
  if (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError) return 'invalid'
  return 'unreachable'
}
