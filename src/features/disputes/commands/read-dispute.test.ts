import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { DAY_MS, HOUR_MS } from '#kernel/values/durations.ts'
import { DISPUTE_CARDS, disputingIn } from '../testing/disputing.ts'
import { followDisputes } from './read-dispute.server.ts'

const shop = await testShop()
const bank = await disputingIn(shop)
afterEach(async () => {
  await bank.expectAudited()
  expect(await auditCodes(shop.system)).toEqual([])
})

describe('an order held for checking whose payment is lost', () => {
  const newCode = () => `CODE${crypto.randomUUID().slice(-8).toUpperCase()}`
  const couponOf = async (id: string) => (await shop.call(`/api/admin/codes/${id}`, { as: bank.admin })).json
  /** @param difference cents by which the order differs from its payment. */
  async function disputedOnHold(difference: number) {
    const as = await shop.addUser()
    const coupon = (
      await bank.staff('codes', { code: newCode(), discount: { kind: 'percent', amount: 10 }, totalLimit: 1 })
    ).json
    const { item, variantId } = await bank.addProduct({ stock: [5], priceCents: 5000 })
    const { json: session } = await bank.checkout(as, [item], { codes: [coupon.code] })
    await bank.pay(session.url, DISPUTE_CARDS.fraudulent)
    await shop.services.pool.query(
      'update customer_order set fee_cents = fee_cents + $2, fee_client_cents = fee_client_cents + $2, total_cents = total_cents + $2 where id = $1',
      [session.orderId, difference],
    )
    const { paymentIntentId } = await shop.system.payments.readCheckout(session.id)
    const { items } = await shop.system.payments.listDisputes({ paymentIntentId: paymentIntentId! })
    const dispute = items[0]!.id
    await bank.read(dispute)
    const orderId: string = session.orderId
    expect(await bank.orderRow(orderId)).toMatchObject({ status: 'review', dispute_hold: 'open' })
    expect((await couponOf(coupon.id)).held).toBe(1)
    return { as, orderId, session, variantId, coupon, dispute }
  }
  type OnHold = Awaited<ReturnType<typeof disputedOnHold>>
  const decide = (orderId: string, decision: string) =>
    bank.staff(`orders/${orderId}/review`, { decision, reason: 'Looked into' })

  async function expectCancelled({ as, orderId, session, variantId, coupon }: OnHold) {
    expect(await bank.orderRow(orderId)).toMatchObject({ status: 'cancelled', refunded_cents: 0 })
    expect(await bank.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
    expect(await couponOf(coupon.id)).toMatchObject({ held: 0, used: 0 })
    const kinds = (await bank.shown(orderId)).events.map((event: { kind: string }) => event.kind)
    expect(kinds.filter((kind: string) => kind === 'cancelled')).toHaveLength(1)
    await bank.verify(as, session.id)
    expect(await bank.orderRow(orderId), 'the page still counts as paid').toMatchObject({ status: 'cancelled' })
    expect((await decide(orderId, 'accept')).json).toMatchObject({ code: 'not_in_review' })
    expect(await bank.available(as)).toMatchObject({ silverCredits: 0 })
  }

  it.each([-100, 100])(
    'is cancelled and releases code and stock, the order differing by %i cents [B-11.54]',
    async by => {
      const held = await disputedOnHold(by)
      await bank.decide(held.dispute, 'lost')
      await Promise.all(Array.from({ length: 8 }, () => bank.read(held.dispute)))
      await expectCancelled(held)
    },
  )

  it('is never accepted while its loss is read', async () => {
    const held = await disputedOnHold(100)
    await bank.decide(held.dispute, 'lost')
    const accepts = () => Array.from({ length: 3 }, () => decide(held.orderId, 'accept'))
    await Promise.all([...accepts(), bank.read(held.dispute), ...accepts(), bank.read(held.dispute)])
    await expectCancelled(held)
  })
})

it('a dispute that closed while its order was unknown is applied once the order is known, for half a year', async () => {
  const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 6 }])
  const { payment_intent_id } = await bank.orderRow(id)
  const pay = (intent: string | null) =>
    shop.services.pool.query('update customer_order set payment_intent_id = $2 where id = $1', [id, intent])
  const dispute = await bank.dispute(id)
  await pay('pi_of_another_order')
  await bank.decided(dispute, 'lost')
  expect(await bank.row(dispute)).toMatchObject({ order_id: null, status: 'lost', closed_at: expect.any(Date) })
  await pay(payment_intent_id)
  await followDisputes(shop.system)
  expect((await bank.row(dispute)).order_id).toBeNull()
  shop.clock.advance(7 * HOUR_MS)
  await followDisputes(shop.system)
  expect(await bank.row(dispute)).toMatchObject({ order_id: id, effect: 'taken' })
  expect(await bank.orderRow(id)).toMatchObject({ dispute_hold: 'lost' })
  expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 0 })

  const stranger = await bank.disputed((await bank.paidOrder()).id)
  await bank.decided(stranger, 'won')
  await shop.services.db.updateTable('dispute').set({ order_id: null }).where('provider_id', '=', stranger).execute()
  const { read_at } = await bank.row(stranger)
  shop.clock.advance(181 * DAY_MS)
  await followDisputes(shop.system)
  expect((await bank.row(stranger)).read_at).toEqual(read_at)
})
