/** Who took the money of an order, in a word. */
export const PAYMENT_WORDS: Record<string, string> = { stripe: 'Card', gateway: 'Gateway', none: 'Nothing to pay' }
