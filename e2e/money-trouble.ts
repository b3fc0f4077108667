import { seedPayments } from '#adapters/payments/sandbox-seeds.server.ts'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import type { RunningServer } from '#app/server.ts'
import { readDispute } from '#features/disputes/commands/read-dispute.server.ts'
import { createUser, hashPassword } from '#features/identity/accounts/commands/accounts.server.ts'
import { reconcilePayments } from '#features/reconciliation/commands/reconcile-payments.server.ts'
import { transact } from '#kernel/transaction.server.ts'

/** Owner of the orders with problems. No other journey uses this account. */
export const BUYER = { email: 'tamsin.okoro@example.com', name: 'Tamsin Okoro', birthDate: '1985-02-03' }

/** Creates payment problems that staff see: an order with a different payment amount, a disputed payment, and a charge without an order. */
export async function makeMoneyTrouble(server: RunningServer): Promise<{ onHold: string; disputed: string }> {
  const [orders] = await Promise.all([ordersInTrouble(server), chargeUnknown(server)])
  return orders
}

async function ordersInTrouble({ address, shop }: RunningServer) {
  const passwordHash = await hashPassword(shop.system, DEMO_PASSWORD)
  await transact(shop.system, tx => createUser(tx, { ...BUYER, passwordHash, isMailboxProven: true }))
  let token = ''
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        origin: address,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json() as Promise<T>
  }
  const signIn = { email: BUYER.email, password: DEMO_PASSWORD }
  token = (await call<{ idToken: string }>('/auth/login', signIn)).idToken
  const { products } = await call<{ products: { id: string; variants: { id: string }[] }[] }>('/products?q=sticker')
  const pieces = (quantity: number) => ({
    items: [{ productId: products[0]!.id, variantId: products[0]!.variants[0]!.id, quantity }],
  })
  const order = (quantity: number) =>
    call<{ id: string; orderId: string; url: string }>('/payments/checkout-session', pieces(quantity))
  async function pay(session: { id: string; url: string }, number: string) {
    const card = new URLSearchParams({ number, exp: '12/34', cvc: '123', name: BUYER.name })
    await fetch(session.url, { method: 'POST', body: card, redirect: 'manual' })
    await call(`/payments/verify-session?session_id=${session.id}`)
  }
  const disputed = await order(1)
  await pay(disputed, '4000 0000 0000 2685')
  // Membership journeys advance the sandbox's time. Without a deadline, this dispute stays open during the walk.
  await shop.services.pool.query("update stripe_sandbox.object set due_at = null where kind = 'dispute'")
  const { items } = await shop.system.payments.listDisputes({})
  await readDispute(shop.system, items.find(({ orderId }) => orderId === disputed.orderId)!.id)
  const session = await order(2)
  // The payment page is already open and asks for a dollar less.
  await shop.services.pool.query(
    'update customer_order set shipping_cents = shipping_cents + 100, total_cents = total_cents + 100 where id = $1',
    [session.orderId],
  )
  await pay(session, '4242 4242 4242 4242')
  return { onHold: session.orderId, disputed: disputed.orderId }
}

/** The charge is 30 minutes old, so the reconciliation includes it and does not wait for its order. */
async function chargeUnknown({ shop: { system } }: RunningServer): Promise<void> {
  const now = system.now()
  const ids = { intentId: 'pi_by_telephone', chargeId: 'ch_by_telephone' }
  const of = {
    amountCents: 12_650,
    email: 'orders@millbrook.example',
    name: 'Millbrook Outfitters',
    metadata: {},
    refunds: [],
  }
  await seedPayments(system.db, [{ ...ids, ...of, at: new Date(+now - 30 * 60_000) }], now)
  // Busy while a job of the shop's start has the lease.
  while ((await reconcilePayments(system)).outcome === 'busy') await new Promise(done => setTimeout(done, 200))
}
