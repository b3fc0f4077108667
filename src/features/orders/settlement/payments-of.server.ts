import type { Context } from '#kernel/context.ts'
import type { HostedCheckout } from '#kernel/ports/gateway.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import type { StoredOrder } from '../history/stored-order.server.ts'

/**
 * Returns the provider that took the order's money and refunds it: the one stored with the order, even after a change of configuration.
 * @throws PaymentError `not_configured` for an order of a second gateway that is no longer configured.
 */
export function paymentsOf(ctx: Context, { paymentMethod }: Pick<StoredOrder, 'paymentMethod'>): HostedCheckout {
  if (paymentMethod !== 'gateway') return ctx.payments
  if (!ctx.gateway) throw new PaymentError('not_configured', 'The second gateway is not configured.')
  return ctx.gateway
}
