import type { Context } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { refuse } from '#platform/errors.ts'
import type { PaymentMethods } from '../../contract.ts'

/** Stands for a second provider until one is configured. */
const UNCONFIGURED = { id: 'gateway', name: 'Alternative card gateway', hint: 'Another way to pay by card.' }

/** The payment methods: a configured provider each, and a second one, configured or not. */
export function paymentMethodsOf({ payments: { providers } }: Context): PaymentMethods {
  const methods = providers.map(({ id, name, hint }) => ({ id, name, hint, isConfigured: true }))
  const isThere = methods.some(({ id }) => id === UNCONFIGURED.id)
  return { methods: isThere ? methods : [...methods, { ...UNCONFIGURED, isConfigured: false }] }
}

/**
 * The provider that a request names, or the first.
 * @returns undefined for a method that is not configured.
 * @throws invalid_input for an unknown method.
 */
export function providerNamed(ctx: Context, method: string | undefined): PaymentProvider | undefined {
  const { providers } = ctx.payments
  const provider = method === undefined ? providers[0] : providers.find(({ id }) => id === method)
  const { methods } = paymentMethodsOf(ctx)
  if (provider || methods.some(({ id }) => id === method)) return provider
  throw refuse('invalid_input', {}, { paymentMethod: [`Choose one of: ${methods.map(({ id }) => id).join(', ')}.`] })
}
