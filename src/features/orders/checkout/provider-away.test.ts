import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { openPayingShop } from '../testing/paying.ts'
import { reconcileOrders } from '../webhooks/commands/reconcile.server.ts'

const { shop, paying } = await openPayingShop({ connections: 20 })

const without = (work: () => Promise<void>) => whileSandboxAway(shop.services.pool, work)

describe('a payment provider that fails', () => {
  it('an unreachable provider at the checkout is reported at once, holds nothing, and the next try succeeds [B-9.46] [B-10.37]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await paying.addProduct({ stock: [1] })
    await without(async () => {
      const { status, json } = await paying.checkout(as, [item])
      expect([status, json.detail]).toEqual([502, 'Unable to start checkout. Please try again.'])
      expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 1, held: 0 })
      // Other pages work while the provider is away.
      for (const path of ['/api/products', '/api/giveaways', '/api/my/purchases'])
        expect((await shop.call(path, { as })).status, path).toBe(200)
    })
    expect((await paying.checkout(as, [item])).status).toBe(200)
  })

  it('an unreachable provider after payment leaves the order pending, and it is settled later, once, with one receipt [B-9.47]', async () => {
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    const back = () => shop.call(`/api/payments/verify-session?session_id=${bought.session.id}`, { as })
    await without(async () => {
      const { status, json } = await back()
      expect([status, json.status]).toEqual([200, 'pending'])
      await reconcileOrders(shop.system, { all: true })
      expect(await shop.outbox(as.email)).toEqual([])
    })
    shop.clock.advance(2 * 60_000)
    await Promise.all([reconcileOrders(shop.system), back(), back()])
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
  })
})
