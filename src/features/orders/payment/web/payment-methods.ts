import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { ordersClient, type ShownMethods } from '../../order/web/orders-client.ts'

/** Shown until the API answers, and when the API fails. The first method has no id: the server takes its first provider. */
const USUAL: ShownMethods = {
  methods: [
    { id: '', name: 'Card', hint: 'Secure card payment.', isConfigured: true, onPage: [], savesCards: false },
    {
      id: 'gateway',
      name: 'Alternative card gateway',
      hint: 'Another way to pay by card.',
      isConfigured: false,
      onPage: [],
      savesCards: false,
    },
  ],
}

/** The ways to pay, configured or not. The first is the default. */
export function usePaymentMethods() {
  const { data = USUAL } = useQuery({
    queryKey: ['payment-methods'],
    queryFn: () => call(ordersClient.payments.methods.$get()),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: USUAL,
  })
  return data.methods
}
