import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { expect, it } from 'vitest'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { metrics } from '../metrics/process-metrics.server.ts'
import { testShop } from '../testing/shop.ts'

const shop = await testShop({ env: { CIRCUIT_BREAKERS: 'on' } })
await shop.settleJobs()

it('refuses a checkout at once while the provider is away, notifies staff and returns the stock', async () => {
  const shopping = shoppingIn(shop)
  const { item, variantId } = await shopping.addProduct({ stock: [5] })
  const admin = await shop.addUser({ admin: true })
  const outages = async () => (await shop.call('/api/admin/stats', { as: admin })).json.outages
  expect(await outages()).toEqual([])
  await whileSandboxAway(shop.services.pool, async () => {
    for (let call = 0; call < 6; call++) {
      const { json } = await shopping.checkout(await shop.addUser(), [item])
      expect(json).toMatchObject({ status: 502, detail: 'Unable to start checkout. Please try again.' })
    }
    expect(await outages()).toEqual([{ provider: 'Stripe', since: expect.any(String) }])
    expect(await metrics.getSingleMetricAsString('circuit_breaker_open')).toContain('provider="Stripe"} 1')
  })
  expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
})
