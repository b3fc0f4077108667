import { beforeAll, expect, it } from 'vitest'
import { createUser, hashPassword } from '#features/identity/accounts/commands/accounts.server.ts'
import { addProduct, CARDS } from '#features/orders/testing/shopping.ts'
import { transact } from '#kernel/transaction.server.ts'
import { testServer } from '../testing/test-server.ts'
import { addUser, type TestUser } from '../testing/users.ts'
import { WAYS } from './budgets.ts'
import { openTraceCollector, type Statement } from './testing/traced-calls.ts'

type Way = keyof typeof WAYS
type Call = { as?: TestUser; json?: object; form?: Record<string, string> }

const PASSWORD = 'Correct-Horse9!'
const DAY_MS = 86_400_000
/** The statements of each way, in their order. */
const seen = new Map<Way, Statement[]>()

const collector = await openTraceCollector()
const { shop, address, stop } = await testServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
beforeAll(async () => {
  const traces = new Map<Way, string>()

  async function call(path: string, { as, json, form }: Call = {}, traceparent?: string) {
    const headers = new Headers(as && { authorization: `Bearer ${as.idToken}` })
    if (traceparent) headers.set('traceparent', traceparent)
    if (json) headers.set('content-type', 'application/json')
    const body = form ? new URLSearchParams(form) : json && JSON.stringify(json)
    const answer = await fetch(new URL(path, address), {
      method: body ? 'POST' : 'GET',
      headers,
      redirect: 'manual',
      ...(body && { body }),
    })
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text.startsWith('{') ? JSON.parse(text) : undefined
  }
  const walk = (way: Way, path: string, options?: Call) => {
    const { id, traceparent } = collector.trace()
    traces.set(way, id)
    return call(path, options, traceparent)
  }

  async function buy(as: TestUser, walkOr: (way: Way, path: string, options: Call) => ReturnType<typeof call>) {
    const { item } = await addProduct(shop.services.db)
    await walkOr('quote', '/api/payments/quote', { as, json: { items: [item] } })
    const session = await walkOr('session', '/api/payments/checkout-session', { as, json: { items: [item] } })
    await call(session.url, { form: { number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' } })
    const paid = await walkOr('settle', `/api/payments/verify-session?session_id=${session.id}`, { as })
    expect(paid.status).toBe('paid')
    return session.orderId as string
  }

  const now = new Date()
  const shopper = await addUser(shop, now, { credits: { Bronze: 4 } })
  const owner = await addUser(shop, now, { admin: true })
  const passwordHash = await hashPassword(shop.system, PASSWORD)
  const person = { email: 'sam@example.com', name: 'Sam Porter', passwordHash, isMailboxProven: true }
  await transact(shop.system, tx => createUser(tx, person))
  shop.paymentProvider.sandbox!.stop()
  const giveaway = { title: 'Field Kit', description: 'Eight goods in one box.', startDate: new Date(+now - DAY_MS) }
  const { id: giveawayId } = await call('/api/giveaways', { as: owner, json: giveaway })
  const { id: productId } = await addProduct(shop.services.db)
  // The first calls of a process read what later ones keep.
  await buy(shopper, (_, path, options) => call(path, options))
  await call(`/api/giveaways/${giveawayId}/entries`, { as: shopper, json: { slots: [1] } })
  await call('/api/products?limit=11')
  await call('/api/admin/orders', { as: owner })

  await walk('list', '/api/products?limit=12')
  await walk('detail', `/api/products/${productId}`)
  const orderId = await buy(shopper, walk)
  await walk('claim', `/api/giveaways/${giveawayId}/entries`, { as: shopper, json: { slots: [2] } })
  await walk('refund', `/api/admin/orders/${orderId}/refunds`, { as: owner, json: { reason: 'Sent back' } })
  await walk('order list of staff', '/api/admin/orders', { as: owner })
  await walk('sign-in', '/api/auth/login', { json: { email: 'sam@example.com', password: PASSWORD } })

  await stop()
  collector.close()
  for (const [way, id] of traces) seen.set(way, collector.statementsOf(id))
})

it.each(Object.entries(WAYS))('statements and rows of one call stay in their budget: %s', (way, most) => {
  const statements = seen.get(way as Way)!
  const shown = statements
    .map(({ text, rows }) => `${rows} rows: ${text.replace(/\s+/g, ' ').slice(0, 100)}`)
    .join('\n')
  expect(statements.length, `statements of ${way}\n${shown}`).toBeLessThanOrEqual(most.statements)
  const rows = statements.reduce((sum, statement) => sum + statement.rows, 0)
  expect(rows, `rows of ${way}\n${shown}`).toBeLessThanOrEqual(most.rows)
})
