import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { giveBackLost } from '#features/orders/payment/commands/lost-orders.server.ts'
import { watchCheckouts } from '../commands/reconcile-payments.server.ts'
import { readBalance } from '../queries/balance.server.ts'
import { reconcilingIn } from '../testing/reconciling.ts'

const shop = await testShop({ connections: 20 })
const books = reconcilingIn(shop)
await shop.settleJobs()
await books.members.addPlans()

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await shop.services.pool.query<T>(text, values)).rows

/** Removes an order as if a restored database lacked it: without triggers and references, with the stock unchanged. */
const forget = (orderId: string) =>
  query(`
    do $$ begin
      set local session_replication_role = replica;
      update product_variant v set held = v.held - l.quantity from order_line l
        where l.order_id = '${orderId}' and l.variant_id = v.id and v.held > 0;
      delete from order_line where order_id = '${orderId}';
      delete from order_event where order_id = '${orderId}';
      delete from customer_order where id = '${orderId}';
    end $$`)

/** Amounts that the provider took and refunded for a session or an order. */
async function takenFor(named: string) {
  const [row] = await query<{ taken: number; back: number; status: string }>(
    `select (c.data->>'amount')::int as taken, (c.data->>'amount_refunded')::int as back, s.data->>'status' as status
     from stripe_sandbox.object s left join stripe_sandbox.object c on c.kind = 'charge'
       and (c.data->>'payment_intent' = s.data->>'payment_intent' or c.data->>'customer' = s.data->>'customer')
     where s.kind = 'checkout.session' and $1 in (s.id, s.data->>'client_reference_id')`,
    [named],
  )
  return row!
}

const emails = async (email: string) => (await shop.outbox(email)).map(({ subject }) => subject)

it('refunds a payment whose order is lost when the webhook comes, with an e-mail to the payer and a discrepancy for staff [B-11.46]', async () => {
  const buyer = await shop.addUser()
  const { item } = await books.addProduct({ stock: [5] })
  const { json: session } = await books.checkout(buyer, [item])
  await forget(session.orderId)
  await books.pay(session.url)
  await expect.poll(async () => (await takenFor(session.id)).back).toBeGreaterThan(0)
  await shop.settleJobs()
  const { taken, back } = await takenFor(session.id)
  expect(back).toBe(taken)
  expect(await emails(buyer.email)).toEqual(['Your payment was refunded'])
  const dollars = `${(taken / 100).toFixed(2)} USD`
  expect(await books.open()).toEqual([
    `charge_unknown: The order was lost; refunded / ${dollars}`,
    `refund_unknown: For a lost order / ${dollars}, succeeded`,
  ])
  const { causes } = await readBalance(shop.system, { from: new Date(0), to: new Date(+shop.clock.now() + 1000) })
  expect(causes.map(({ kind, amountCents }) => ({ kind, amountCents }))).toEqual([
    { kind: 'charge_unknown', amountCents: -taken },
    { kind: 'refund_unknown', amountCents: -taken },
  ])
})

it('a lost order is found within a minute without a webhook, and refunded once [B-11.46]', async () => {
  await books.loseWebhooks()
  const buyer = await shop.addUser()
  const { session } = await books.paidCheckout(buyer)
  await forget(session.orderId)
  await Promise.all(Array.from({ length: 6 }, () => watchCheckouts(shop.system)))
  await shop.settleJobs()
  await Promise.all(Array.from({ length: 6 }, () => giveBackLost(shop.system, session.orderId)))
  await watchCheckouts(shop.system)
  await shop.settleJobs()
  const { taken, back } = await takenFor(session.id)
  expect(back).toBe(taken)
  expect(await emails(buyer.email)).toEqual(['Your payment was refunded'])
})

it('a lost order whose payment was partly refunded in the dashboard gets the rest back [B-11.52]', async () => {
  const buyer = await shop.addUser()
  const { session } = await books.paidCheckout(buyer)
  const { paymentIntentId } = await shop.system.payments.readCheckout(session.id)
  const byHand = { paymentIntentId: paymentIntentId!, amountCents: 500, idempotencyKey: `by hand ${session.orderId}` }
  await shop.system.payments.refund(byHand)
  await forget(session.orderId)
  await watchCheckouts(shop.system)
  await shop.settleJobs()
  const { taken, back } = await takenFor(session.id)
  expect(back).toBe(taken)
  expect(await emails(buyer.email)).toEqual(['Your payment was refunded'])
})

it('a lost order whose payment is disputed is not refunded, and no e-mail says so [B-11.52]', async () => {
  const buyer = await shop.addUser()
  const { json: session } = await books.checkout(buyer, [(await books.addProduct({ stock: [5] })).item])
  await books.pay(session.url, '4000 0000 0000 0259')
  await forget(session.orderId)
  await watchCheckouts(shop.system)
  await expect(giveBackLost(shop.system, session.orderId)).rejects.toMatchObject({ code: 'charge_disputed' })
  expect((await takenFor(session.id)).back).toBe(0)
  expect(await emails(buyer.email)).toEqual([])
  await query('update lost_order set refunded_at = found_at where order_id = $1', [session.orderId])
})

it('a subscription whose order is lost ends, and its payment is refunded', async () => {
  const as = await shop.addUser()
  const { json } = await books.members.begin(as)
  await books.pay(json.url)
  await forget(json.orderId)
  await watchCheckouts(shop.system)
  await shop.settleJobs()
  expect(await takenFor(json.orderId)).toMatchObject({ taken: 2499, back: 2499 })
  const rows = await query<{ status: string }>(
    `select data->>'status' as status from stripe_sandbox.object where kind = 'subscription'`,
  )
  expect(rows).toEqual([{ status: 'canceled' }])
})

it('an open page without its order is closed, and pages of other systems are left alone', async () => {
  const buyer = await shop.addUser()
  const { item } = await books.addProduct({ stock: [5] })
  const { json: session } = await books.checkout(buyer, [item])
  await forget(session.orderId)
  const outside = await books.payOutside(1234)
  await watchCheckouts(shop.system)
  await shop.settleJobs()
  expect((await takenFor(session.id)).status).toBe('expired')
  await expect(books.pay(session.url)).rejects.toThrow('410')
  expect(await takenFor(outside)).toMatchObject({ taken: 1234, back: 0 })
})

it('more than 200 a day are left to staff, because a restored copy beside the shop would find them', async () => {
  const [first] = await query<{ at: Date }>('select max(found_at) as at from lost_order')
  await query(
    `insert into lost_order (order_id, session_id, payment_intent_id, amount_cents, currency, found_at, refunded_at)
     select gen_random_uuid(), 'cs_' || n, 'pi_' || n, 100, 'usd', $1, $1 from generate_series(1, 200) n`,
    [first!.at],
  )
  const buyer = await shop.addUser()
  const { session } = await books.paidCheckout(buyer)
  await forget(session.orderId)
  await watchCheckouts(shop.system)
  await shop.settleJobs()
  expect((await takenFor(session.id)).back).toBe(0)
  shop.clock.advance(11 * 60_000)
  await books.run()
  expect((await books.open()).filter(text => text.includes('to be refunded'))).toHaveLength(1)
})
