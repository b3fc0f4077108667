import { beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { readBalance } from '../queries/balance.server.ts'
import { openReconcilingShop } from '../testing/reconciling.ts'

let admin: TestUser
const { shop, books } = await openReconcilingShop()
beforeEach(async () => {
  // A token lives for an hour of the shop's clock.
  admin = await shop.addUser({ admin: true })
})

const balanceNow = () => readBalance(shop.system, { from: new Date(0), to: new Date(+shop.clock.now() + 1000) })

/** Expects both sides to be equal, in the list and in the sums. */
async function expectAgreed() {
  expect(await books.open()).toEqual([])
  const { difference, refunds, causes } = await balanceNow()
  expect({ difference, refunds: refunds.difference, causes }).toEqual({ difference: 0, refunds: 0, causes: [] })
}

describe('missed settlements', () => {
  it('an order is settled when webhook and return page were lost, also after it lapsed [B-11.23]', async () => {
    const buyer = await shop.addUser()
    const bought = await books.paidCheckout(buyer)
    await books.change(bought.session.orderId, { status: 'expired', session_id: null })
    await shop.services.db.updateTable('product_variant').set({ held: 0 }).where('id', '=', bought.variantId).execute()
    expect(await books.run()).toMatchObject({ outcome: 'done' })
    await shop.settleJobs()
    await books.expectSettledOnce(buyer, bought)
    await books.reconcile()
    await expectAgreed()
  })

  it('a membership begins when all its webhooks were lost, and its renewals are recorded [B-11.22]', async () => {
    const as = await shop.addUser()
    const { json } = await books.members.begin(as)
    await books.pay(json.url)
    await books.reconcile()
    expect(await books.members.isMember(as)).toBe(true)
    expect((await shop.call('/dev/stripe/advance', { json: { days: 31 } })).status).toBe(200)
    shop.clock.advance(31 * 24 * 3600_000)
    await books.reconcile()
    await expectAgreed()
    const { rows } = await shop.services.pool.query(
      `select b.reason, p.status, p.booked_at is not null as booked from membership_invoice b
       join provider_payment p on p.invoice_id = b.id where b.user_id = $1 order by b.paid_at`,
      [as.userId],
    )
    expect(rows).toEqual([
      { reason: 'first', status: 'succeeded', booked: true },
      { reason: 'renewal', status: 'succeeded', booked: true },
    ])
  })
})

describe('reported differences', () => {
  it('reports a charge that names no order of the shop', async () => {
    await books.payOutside(1234)
    await books.reconcile()
    await books.reconcile()
    expect(await books.open()).toEqual(['charge_unknown: Nothing / 12.34 USD'])
    expect(await balanceNow()).toMatchObject({
      difference: -1234,
      causes: [{ kind: 'charge_unknown', of: 'payments', amountCents: -1234 }],
    })
    const { json } = await shop.call('/api/admin/discrepancies', { as: admin })
    expect(json.discrepancies).toHaveLength(1)
    expect(json.discrepancies[0]).toMatchObject({ difference: -12.34, resolvedAt: null })
    const { id } = json.discrepancies[0]
    const close = (note: unknown) => shop.call(`/api/admin/discrepancies/${id}/resolve`, { as: admin, json: { note } })
    expect((await close(' ')).json.errors).toEqual({ note: ['Please say how it was resolved'] })
    expect((await close('Sold by telephone')).status).toBe(204)
    expect((await close('Again')).json.code).toBe('discrepancy_closed')
    // A closed discrepancy does not appear again. The money is still on one side only, so the balance still shows the difference.
    await books.reconcile()
    expect(await books.open()).toEqual([])
    expect(await balanceNow()).toMatchObject({ difference: -1234, causes: [{ kind: 'charge_unknown' }] })
    const { json: resolved } = await shop.call('/api/admin/discrepancies?state=resolved', { as: admin })
    expect(resolved.discrepancies[0]).toMatchObject({ id, resolvedBy: 'staff', note: 'Sold by telephone' })
    // The order of the charge is found after all.
    await shop.services.pool.query('delete from provider_payment where amount_cents = 1234')
    await shop.services.pool.query(
      `delete from stripe_sandbox.object where kind = 'charge' and data->>'amount' = '1234'`,
    )
    await books.reconcile()
    await expectAgreed()
  })

  it('reports an order whose amount was changed by hand', async () => {
    const { id, total_cents, shipping_cents } = await books.settledOrder()
    await books.reconcile()
    await expectAgreed()
    await books.change(id, { shipping_cents: shipping_cents + 700, total_cents: total_cents + 700 })
    await books.reconcile()
    expect(await books.open()).toEqual([
      `charge_differs: ${((total_cents + 700) / 100).toFixed(2)} USD / ${(total_cents / 100).toFixed(2)} USD`,
    ])
    expect(await balanceNow()).toMatchObject({
      difference: 700,
      causes: [{ kind: 'charge_differs', amountCents: 700, orderId: id }],
    })
    await books.change(id, { shipping_cents, total_cents })
    await books.reconcile()
    await expectAgreed()
    const { json } = await shop.call('/api/admin/discrepancies?state=resolved&limit=1', { as: admin })
    expect(json.discrepancies[0]).toMatchObject({ kind: 'charge_differs', resolvedBy: 'itself' })
  })

  it('reports an order that was marked as paid by hand, and one that was paid twice [B-11.23]', async () => {
    const { id, session, total_cents } = await books.settledOrder()
    await books.payOutside(500, id)
    const buyer = await shop.addUser()
    const { item } = await books.addProduct()
    const { json: unpaid } = await books.checkout(buyer, [item])
    await books.change(unpaid.orderId, { status: 'paid', paid_at: shop.clock.now() })
    await books.reconcile()
    const total = (await books.orderRow(unpaid.orderId)).total_cents
    expect(await books.open()).toEqual([
      'charge_extra: Paid by another charge / 5.00 USD',
      `charge_missing: ${(total / 100).toFixed(2)} USD / Nothing`,
    ])
    expect((await balanceNow()).difference).toBe(total - 500)
    // The first charge still pays the order.
    expect(session.orderId).toBe(id)
    expect(total_cents).toBeGreaterThan(500)
    await books.change(unpaid.orderId, { status: 'expired', paid_at: null })
    const { rows } = await shop.services.pool.query(`select id from provider_payment where amount_cents = 500`)
    await shop.services.pool.query('delete from provider_payment where id = $1', [rows[0].id])
    await shop.services.pool.query('delete from stripe_sandbox.object where id = $1', [rows[0].id])
    await books.reconcile()
    await expectAgreed()
  })

  it('leaves a payment of another amount unsettled', async () => {
    const buyer = await shop.addUser()
    const { session } = await books.paidCheckout(buyer)
    const { shipping_cents, total_cents } = await books.orderRow(session.orderId)
    await books.change(session.orderId, { shipping_cents: shipping_cents + 100, total_cents: total_cents + 100 })
    await books.reconcile()
    expect(await books.open()).toEqual([
      `charge_unsettled: The order is review / ${(total_cents / 100).toFixed(2)} USD`,
    ])
    // Staff correct the order, and the reconciler settles it.
    await books.change(session.orderId, { status: 'pending', shipping_cents, total_cents })
    await books.reconcile()
    expect(await books.orderRow(session.orderId)).toMatchObject({ status: 'paid' })
    await expectAgreed()
  })
})
