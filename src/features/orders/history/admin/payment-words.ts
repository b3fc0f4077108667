import { usePaymentMethods } from '../../payment/web/payment-methods.ts'

const WORDS: Record<string, string> = { gateway: 'Gateway', none: 'Nothing to pay' }

/** Labels of the payment methods of orders; empty until they are loaded. A provider that is no longer configured keeps its id. */
export function usePaymentWords() {
  const methods = usePaymentMethods()
  const isLoaded = methods[0]!.id !== ''
  const wordOf = (method: string): string =>
    WORDS[method] ?? methods.find(({ id }) => id === method)?.name ?? (isLoaded ? method : '')
  const options = [...methods.map(({ id }) => id).filter(Boolean), 'none'].map(value => ({
    value,
    label: wordOf(value),
  }))
  return { wordOf, options }
}
