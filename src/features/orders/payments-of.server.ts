import type { Context } from '#adapters/context.ts'
import type { HostedCheckout } from '#adapters/payments/gateway.ts'
import { PaymentError } from '#adapters/payments/port.ts'
import type { StoredOrder } from './stored-order.server.ts'

/**
 * Who takes the money of an order, and gives it back: the one it was placed with, whatever is configured since.
 * @throws PaymentError `not_configured` for an order of a second gateway that is no longer there.
 */
export function paymentsOf(ctx: Context, { paymentMethod }: Pick<StoredOrder, 'paymentMethod'>): HostedCheckout {
  if (paymentMethod !== 'gateway') return ctx.payments
  if (!ctx.gateway) throw new PaymentError('not_configured', 'The second gateway is not configured.')
  return ctx.gateway
}
