/** Payment provider labels. */
export const PAYMENT_WORDS: Record<string, string> = { stripe: 'Card', gateway: 'Gateway', none: 'Nothing to pay' }
