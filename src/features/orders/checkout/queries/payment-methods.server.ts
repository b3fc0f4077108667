import type { Context } from '#kernel/context.ts'
import type { PaymentMethods } from '../../contract.ts'

/** The two payment methods: cards by Stripe (the sandbox without keys) and the second gateway, configured or not. */
export const paymentMethodsOf = ({ gateway }: Context): PaymentMethods => ({
  methods: [
    { id: 'stripe', name: 'Card', isConfigured: true },
    { id: 'gateway', name: gateway?.name ?? 'Alternative card gateway', isConfigured: gateway !== undefined },
  ],
})
