import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import type { NewCheckout } from '#kernel/ports/payments.ts'
import type { Chance } from '../../../db/demo/seeded-chance.ts'
import type { Plant } from './faults.ts'

/** What a plant may do outside of the statement. */
export type Soil = { chance: Chance; now: () => Date; payments: () => Pick<PaymentProvider, 'createCheckout'> }

/** One in this many commits is lost. */
const LOST_ONE_IN = 40
const HOLDS = /update product_variant v set held = v\.held \+/
const OPEN_MS = 3600_000
const PLACES = /insert into customer_order \(/
const GUARD_PASSED = Array.from({ length: 50 }, () => ({ id: '', product_id: '', before: 1, after: 1 }))

/**
 * Three defects that a careful review may overlook. Each is put on the wire between the shop and its database, so no release can contain it.
 */
export const PLANTS = {
  /** The disk lies: a commit is acknowledged and lost. */
  'commit without disk': ({ chance }: Soil): Plant => ({
    statement(text, args, send) {
      if (text !== 'commit' || chance.below(LOST_ONE_IN) > 0) return send(...args)
      return send('rollback').then(result => ({ ...result, command: 'COMMIT' }))
    },
  }),
  /** The shop does not look at how many rows its guarded write changed: an order is placed although the stock was not held. */
  'count not looked at': (): Plant => ({
    async statement(text, args, send) {
      const result = await send(...args)
      if (!HOLDS.test(text)) return result
      return { ...result, rows: [...result.rows, ...GUARD_PASSED] }
    },
  }),
  /** The shop opens the payment page while the order is not committed, and the order may be rolled back. */
  'effect before commit': ({ now, payments }: Soil): Plant => ({
    async statement(text, args, send) {
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
