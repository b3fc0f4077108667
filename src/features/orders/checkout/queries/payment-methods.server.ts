import type { Context } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { refuse } from '#platform/errors.ts'
import type { PaymentMethods } from '../contract.ts'

/** Stands for a second provider until one is configured. */
const UNCONFIGURED = { id: 'gateway', name: 'Alternative card gateway', hint: 'Another way to pay by card.' }

/** The payment methods: each provider of the environment, and a second one where there is none. A provider can have refused our key. */
export async function readPaymentMethods({ payments: { providers } }: Context): Promise<PaymentMethods> {
  const methods = await Promise.all(
    providers.map(async ({ id, name, hint, isConfigured, pageMethods, savesCards }) => {
      const [isReady, onPage] = await Promise.all([isConfigured?.() ?? true, pageMethods?.() ?? []])
      return { id, name, hint, isConfigured: isReady, onPage: [...onPage], savesCards }
    }),
  )
  const isThere = methods.some(({ id }) => id === UNCONFIGURED.id)
  return {
    methods: isThere ? methods : [...methods, { ...UNCONFIGURED, isConfigured: false, onPage: [], savesCards: false }],
  }
}

/**
 * The provider that a request names, or the first.
 * @returns undefined for a method that is not configured.
 * @throws invalid_input for an unknown method.
 */
export function providerNamed(ctx: Context, method: string | undefined): PaymentProvider | undefined {
  const { providers } = ctx.payments
  const provider = method === undefined ? providers[0] : providers.find(({ id }) => id === method)
  if (provider || method === UNCONFIGURED.id) return provider
  const known = [...new Set([...providers.map(({ id }) => id), UNCONFIGURED.id])]
  throw refuse('invalid_input', {}, { paymentMethod: [`Choose one of: ${known.join(', ')}.`] })
}
