import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import type { NewCheckout } from '#kernel/ports/payments.ts'
import type { Plant } from './faults.ts'
import type { Result } from './wire.ts'

/** What a plant may do outside of the statement. */
export type Soil = { now: () => Date; payments: () => Pick<PaymentProvider, 'createCheckout'> }

const HOLDS = /update product_variant v set held = v\.held \+/
const PLACES = /insert into customer_order \(/
const SETTLES = /update customer_order o set "status" = 'paid'/
const OPEN_MS = 3600_000
const answerOf = (rows: unknown[]): Result => ({ rows, rowCount: rows.length, command: 'UPDATE' })
const GUARD_PASSED = answerOf(Array.from({ length: 50 }, () => ({ id: '', product_id: '', before: 1, after: 1 })))
const SOLD_OUT = answerOf([])

/**
 * Three defects that a careful review may overlook. Each is put on the wire between the shop and its database, so no release can contain it. Each
 * brings the moment in which it shows, so that any seed whose shoppers pay finds it.
 */
export const PLANTS = {
  /** The disk lies: the commit of a payment is acknowledged and lost. */
  'commit without disk': (): Plant => {
    let isPaid = false
    return {
      async statement(text, args, send) {
        const isLost = isPaid && text === 'commit'
        isPaid = SETTLES.test(text) || (isPaid && text !== 'commit' && text !== 'rollback')
        return isLost ? { ...(await send('rollback')), command: 'COMMIT' } : send(...args)
      },
    }
  },
  /** The shop does not look at how many rows its guarded write changed: no stock was held, and an order is placed. */
  'count not looked at': (): Plant => ({
    async statement(text, args, send) {
      return HOLDS.test(text) ? GUARD_PASSED : send(...args)
    },
  }),
  /** The shop opens the payment page while the order is not committed, and rolls the order back because another buyer took the stock. */
  'effect before commit': ({ now, payments }: Soil): Plant => ({
    async statement(text, args, send) {
      if (HOLDS.test(text)) return SOLD_OUT
      const result = await send(...args)
      if (PLACES.test(text)) await payments().createCheckout(pageOf((args[1] as string[])[0]!, now()))
      return result
    },
  }),
}

export type PlantName = keyof typeof PLANTS

/** The page of an order that may never exist. */
const pageOf = (orderId: string, now: Date): NewCheckout => ({
  ...{ orderId, mode: 'payment', customerEmail: 'early@example.com', metadata: {}, idempotencyKey: `early ${orderId}` },
  lines: [{ name: 'Canteen', amountCents: 1000, quantity: 1 }],
  ...{ successUrl: 'http://shop.test/', cancelUrl: 'http://shop.test/' },
  expiresAt: new Date(+now + OPEN_MS),
})
