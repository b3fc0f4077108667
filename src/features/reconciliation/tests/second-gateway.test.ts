import { expect, it } from 'vitest'
import { openSecondGateway } from '#features/orders/testing/second-gateway.ts'
import { openReconcilingShop } from '../testing/reconciling.ts'

const second = openSecondGateway()
const { shop, books } = await openReconcilingShop({ connections: 12, providers: [second.gateway] })

it('payments and refunds of a second gateway cannot be compared, and the balance names this cause [B-11.4]', async () => {
  const as = await shop.addUser()
  const admin = await shop.addUser({ admin: true })
  await books.settledOrder(as)
  const { item } = await books.addProduct({ stock: [5], priceCents: 4000 })
  const { json: session } = await books.checkout(as, [item], { paymentMethod: 'gateway' })
  second.pay(session.id)
  // The return page was lost. Staff reconcile the payment by its session, and its credits are issued once.
  const reconcile = async () =>
    (await shop.call('/api/credits/reconcile', { as: admin, json: { sessionId: session.id, email: as.email } })).json
  expect(await reconcile()).toMatchObject({ status: 'success', creditsIssued: { Silver: 2 } })
  expect(await reconcile()).toMatchObject({ status: 'duplicate', creditsIssued: { Silver: 0 } })
  const { json } = await shop.call(`/api/credits/audit?email=${as.email}`, { as: admin })
  expect(json.auditTrail.map(({ sourceId }: { sourceId: string }) => sourceId)).toContain(session.orderId)
  const refund = await shop.call(`/api/admin/orders/${session.orderId}/refunds`, {
    as: admin,
    json: { reason: 'Sent back' },
  })
  expect(refund.status).toBe(200)
  await books.reconcile()

  expect(await books.open()).toEqual([])
  const total = (await books.orderRow(session.orderId)).total_cents / 100
  const fresh = await books.members.signInAgain(admin)
  const balance = (await shop.call('/api/admin/revenue/balance?period=month', { as: fresh })).json
  expect(balance).toMatchObject({ isEqual: false, difference: total, refunds: { difference: total } })
  expect(balance.causes).toEqual([
    { kind: 'second_gateway', of: 'payments', amount: total, orderId: null, providerId: null },
    { kind: 'second_gateway', of: 'refunds', amount: total, orderId: null, providerId: null },
  ])
  const { json: all } = await shop.call('/api/admin/revenue?period=month', { as: fresh })
  expect(balance.orders - balance.refunds.orders, 'the total of the page of revenue').toBeCloseTo(all.total_revenue)
})
