import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { finalStateOf } from './testing/final-state.ts'
import { type Outcome, openHalts, type Step } from './testing/halts.ts'
import type { Shopper } from './testing/shopper.ts'
import { startWatchedServer } from './testing/watched-server.ts'

const WAIT = { interval: 100 }
const folder = `/tmp/redoubt-press-${process.pid}`

const database = await testDatabase(1)
/** The sandbox's database, separate from the shop's. */
const provider = await testDatabase(2)
let watched: Awaited<ReturnType<typeof startWatchedServer>>
let at: (typeof watched)['at']

beforeAll(async () => {
  const settings = { DATABASE_POOL: '30' }
  watched = await startWatchedServer({ databaseUrl: database.url, provider, folder, settings })
  at = watched.at
})
afterAll(() => watched?.stop())

/** The steps of a press of a saved card, and how each statement ends whose process died. */
const PRESS: [Step, Outcome][] = [
  ['order inserted', 'undone'],
  ['session noted', 'undone'],
  ['session noted', 'unheard'],
  ['card taken', 'undone'],
  ['card taken', 'unheard'],
  ['order marked paid', 'undone'],
  ['credits issued', 'undone'],
  ['stock taken', 'undone'],
]

type Holder = Shopper & { cardId: string; customerId: string }

/** A shopper who saved a card with an earlier order. */
async function addHolder(): Promise<Holder> {
  const shopper = await at.addShopper()
  const { productId, variantId } = (await at.addShopper()).goods!
  const items = [{ productId, variantId, quantity: 1 }]
  const { json } = await at.call('/api/payments/checkout-session', shopper.user, { items })
  const card = { number: '4242 4242 4242 4242', exp: '12/34', cvc: '123', name: 'Sam Porter', save: 'yes' }
  await fetch(json.url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
  expect(await at.comeBack({ ...shopper, sessionId: json.id })).toBe('paid')
  const { cards } = (await at.call('/api/my/cards', shopper.user)).json
  const { rows } = await database.pool.query('select customer_id from payment_customer where user_id = $1', [
    shopper.user.userId,
  ])
  return { ...shopper, cardId: cards[0].id, customerId: rows[0].customer_id }
}

/** One press, under the key that the browser keeps until a result or a refusal. Earlier browsers then asked for a new order. */
async function press({ user, goods, cardId, key }: Holder) {
  const { productId, variantId, code } = goods!
  const json = { items: [{ productId, variantId, quantity: 2 }], code, cardId }
  const send = (key: string) => at.call('/api/payments/checkout-session', user, json, { 'idempotency-key': key })
  const answer = await send(key)
  return answer.json.code === 'idempotency_committed' ? send(`${key} again`) : answer
}

function markOf(step: Step, { user, goods, customerId }: Holder): string {
  if (step === 'card taken') return customerId
  return step === 'stock taken' ? goods!.variantId : user.userId
}

/** A prepared payment that its process left behind lapses after two minutes. */
const letPaymentsLapse = () =>
  database.pool.query(
    `update customer_order set created_at = created_at - interval '3 minutes' where status = 'pending'`,
  )

it('a press of a saved card whose process dies at any step, and its repeat, charge once [B-10.104]', async () => {
  const calm = await addHolder()
  const cut = await Promise.all(PRESS.map(async ([step, outcome]) => ({ step, outcome, holder: await addHolder() })))
  expect((await press(calm)).status).toBe(200)
  const halts = await openHalts(database.url, provider.url)
  for (const { step, outcome, holder } of cut) await halts.halt(step, markOf(step, holder), outcome)
  const cutOff = Promise.allSettled(cut.map(({ holder }) => press(holder)))
  await halts.reached()
  await watched.kill()
  await cutOff
  await halts.end()
  await watched.restart()
  await at.letTimePass()

  for (const { step, outcome, holder } of cut) {
    const { status, json } = await press(holder)
    expect([step, outcome, status, json.url]).toEqual([step, outcome, 200, expect.stringContaining('status=success')])
    const state = await at.comeBack({ ...holder, sessionId: json.id })
    const isCharged = (await finalStateOf(database.pool, holder.user, provider.pool)).charged.length === 2
    expect([step, outcome, state]).toEqual([step, outcome, isCharged ? 'paid' : 'pending'])
    if (isCharged) continue
    // The browser drops the key on "Payment Cancelled", and the shopper presses again.
    await letPaymentsLapse()
    expect(await at.comeBack({ ...holder, sessionId: json.id })).toBe('cancelled')
    expect((await press({ ...holder, key: `${holder.key} after` })).status).toBe(200)
  }
  const paid = await finalStateOf(database.pool, calm.user, provider.pool)
  expect(paid).toMatchObject({ orders: [{ standing: 'paid' }, { standing: 'paid' }], unfinished: 0 })
  expect(paid.charged).toHaveLength(2)
  for (const { step, outcome, holder } of cut) {
    const message = `${step} (${outcome})`
    const state = () => finalStateOf(database.pool, holder.user, provider.pool)
    await expect.poll(state, { ...WAIT, message }).toEqual(await finalStateOf(database.pool, calm.user, provider.pool))
  }
  expect(await auditCredits(watched.observer.system)).toEqual([])
  await halts.close()
})
