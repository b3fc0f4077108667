import { seedPayments } from '#adapters/payments/sandbox/seed.server.ts'
import { DEMO_PASSWORD } from '#app/demo-accounts.ts'
import type { RunningServer } from '#app/server.ts'
import { createUser, hashPassword } from '#features/identity/commands/accounts.server.ts'
import { reconcilePayments } from '#features/reconciliation/commands/reconcile-payments.server.ts'

/** Whom the order under review belongs to; no other journey looks at this person. */
const BUYER = { email: 'tamsin.okoro@example.com', name: 'Tamsin Okoro', birthDate: '1985-02-03' }

/**
 * What only trouble with money shows to staff: an order whose payment disagrees with it, and a charge at the provider that no order knows.
 * @returns the order under review.
 */
export async function makeMoneyTrouble(server: RunningServer): Promise<string> {
  const [orderId] = await Promise.all([payTooLittle(server), chargeUnknown(server)])
  return orderId
}

async function payTooLittle({ address, shop }: RunningServer): Promise<string> {
  await createUser(shop.system, { ...BUYER, passwordHash: await hashPassword(DEMO_PASSWORD) })
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
  const items = [{ productId: products[0]!.id, variantId: products[0]!.variants[0]!.id, quantity: 2 }]
  const session = await call<{ id: string; orderId: string; url: string }>('/payments/checkout-session', { items })
  // The page of the payment is open by now, and asks for a dollar less.
  await shop.services.pool.query(
    'update customer_order set shipping_cents = shipping_cents + 100, total_cents = total_cents + 100 where id = $1',
    [session.orderId],
  )
  const card = new URLSearchParams({ number: '4242 4242 4242 4242', exp: '12/34', cvc: '123', name: BUYER.name })
  await fetch(session.url, { method: 'POST', body: card, redirect: 'manual' })
  await call(`/payments/verify-session?session_id=${session.id}`)
  return session.orderId
}

/** It is half an hour old, so that the books are compared with it, and are not still waiting to hear of it. */
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
  await reconcilePayments(system)
}
