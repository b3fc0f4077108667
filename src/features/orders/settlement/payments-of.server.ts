import type { Context } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import type { StoredOrder } from '../history/stored-order.server.ts'

/**
 * Returns the provider that took the order's money and refunds it: the one stored with the order, even after a change of configuration.
 * @throws PaymentError `not_configured` for an order of a provider that is no longer configured.
 */
export function paymentsOf(
  { payments }: Context,
  { paymentMethod }: Pick<StoredOrder, 'paymentMethod'>,
): PaymentProvider {
  const provider = payments.providers.find(({ id }) => id === paymentMethod)
  if (!provider) throw new PaymentError('not_configured', `The payment provider ${paymentMethod} is not configured.`)
  return provider
}
