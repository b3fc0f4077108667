import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { createCostly } from '#platform/costly/costly.server.ts'
import { Refusal } from '#platform/errors.ts'
import { createAdmission } from './admission.server.ts'
import { takeBulkTurns } from './bulk-turns.server.ts'
import { classOfPage, classOfRoute, LOAD_CLASSES, type LoadClass } from './load-classes.ts'
import { createPressure } from './pressure.server.ts'

const switches = { loadShedding: true, stockAlerts: true, cartReminders: true }
const open = (loadShedding = true, shoppers = { waitingCount: 0 }) =>
  createAdmission({ shoppers, connections: 16, settings: () => ({ switches: { ...switches, loadShedding } }) })

/** Calls that hold their turn until `free` is called. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, free: resolve }
}

const codeOf = (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.code}` : String(error))

describe('the classes of calls', () => {
  it.each([
    ['POST', '/api/payments/checkout-session', 'essential'],
    ['POST', '/api/webhooks/:provider', 'essential'],
    ['POST', '/api/giveaways/:id/entries', 'essential'],
    ['POST', '/api/auth/login', 'essential'],
    ['GET', '/api/products', 'list'],
    ['GET', '/api/admin/orders', 'report'],
    ['GET', '/api/my/profile', 'usual'],
  ])('%s %s is %s', (method, pattern, loadClass) => {
    expect(classOfRoute(method, pattern)).toBe(loadClass)
  })

  it('renders the checkout longer than the store', () => {
    expect(['/store?q=vest', '/product/a-b', '/sitemap.xml', '/checkout', '/sign-in'].map(classOfPage)).toEqual([
      'list',
      'list',
      'list',
      'usual',
      'usual',
    ])
  })
})

describe('the pressure on a process', () => {
  it('counts a queue that stands, not one that drains', () => {
    const measures = { waiting: 200, inFlight: 0 }
    const pressure = createPressure(() => measures, { lagMs: 250, waiting: 100, inFlight: 2000 })
    for (let n = 0; n < 9; n++) pressure.sample(0)
    expect(pressure.level()).toBe(0)
    pressure.sample(0)
    expect(pressure.level()).toBe(1)
    measures.waiting = 400
    for (let n = 0; n < 10; n++) pressure.sample(0)
    expect(pressure.level()).toBe(2)
    measures.waiting = 0
    pressure.sample(0)
    expect(pressure.level()).toBe(0)
  })

  it('counts a late event loop and requests without an answer', () => {
    const levelOf = (lagMs: number, inFlight: number) => {
      const pressure = createPressure(() => ({ waiting: 0, inFlight }), { lagMs: 250, waiting: 100, inFlight: 2000 })
      for (let n = 0; n < 10; n++) pressure.sample(lagMs)
      return pressure.level()
    }
    expect([levelOf(249, 1999), levelOf(250, 0), levelOf(1000, 0), levelOf(0, 2000), levelOf(0, 8000)]).toEqual([
      0, 1, 2, 1, 2,
    ])
  })
})

describe('admission', () => {
  /** The answer of each class at a number of waiting calls. */
  async function answersAt(waitingCount: number, isOn = true) {
    const admission = open(isOn, { waitingCount })
    admission.start()
    await expect.poll(admission.level).toBe(waitingCount === 0 ? 0 : waitingCount < 400 ? 1 : 2)
    const answers = await Promise.all(LOAD_CLASSES.map(name => admission.run(name, async () => 'taken').catch(codeOf)))
    admission.stop()
    return Object.fromEntries(LOAD_CLASSES.map((name, at) => [name, answers[at]])) as Record<LoadClass, string>
  }
  const refused = '503 overloaded'
  const listsRefused = { list: refused, report: refused, bulk: '503 too_much_at_once' }

  it('refuses lists, reports and exports first, then all but essential calls [B-28.1]', async () => {
    expect(await answersAt(96)).toEqual({ essential: 'taken', usual: 'taken', ...listsRefused })
    expect(await answersAt(400)).toEqual({ essential: 'taken', usual: refused, ...listsRefused })
  })

  it('refuses nothing when an owner switches it off [B-28.5]', async () => {
    expect(new Set(Object.values(await answersAt(400, false)))).toEqual(new Set(['taken']))
  })

  it('lets lists hold three quarters of the connections, and refuses what the line does not hold [B-28.3]', async () => {
    const admission = open()
    const { work, free } = held()
    let running = 0
    const lists = Array.from({ length: 120 }, () =>
      admission
        .run('list', () => {
          running++
          return work()
        })
        .then(() => 'taken', codeOf),
    )
    await expect.poll(() => running).toBe(12)
    expect(await admission.run('essential', async () => 'taken')).toBe('taken')
    free()
    const answers = await Promise.all(lists)
    expect(answers.filter(answer => answer === 'taken').length).toBe(12 + 96)
    expect(answers.filter(answer => answer === refused).length).toBe(12)
  })

  it('counts an export until its last line has left or its reader is gone, each client in its share [B-28.4] [B-30.5]', async () => {
    const app = new Hono<ApiEnv>().basePath('/api')
    const costly = createCostly()
    app.onError(error => new Response(codeOf(error), { status: 503 }))
    app.use('*', (c, next) => {
      const ip = c.req.header('x-client') ?? ''
      c.set('ctx', { costly, actor: null, ip, settings: { switches } } as unknown as Context)
      return next()
    })
    app.use('*', takeBulkTurns)
    const endless = () => new ReadableStream({ pull: to => to.enqueue(new TextEncoder().encode('a,b\r\n')) })
    app.get('/admin/orders/export', () => new Response(endless(), { headers: { 'content-type': 'text/csv' } }))
    const ask = (client: string) => app.request('/api/admin/orders/export', { headers: { 'x-client': client } })
    const [first, second] = [await ask('192.0.2.1'), await ask('192.0.2.2')]
    // Two run, four of a client and sixteen of others wait for their turn, the next are refused with their sentence.
    const waiting = [
      ...Array.from({ length: 4 }, () => ask('192.0.2.1')),
      ...Array.from({ length: 16 }, (_, n) => ask(`198.51.100.${n}`)),
    ]
    await expect.poll(async () => (await ask('192.0.2.1')).text()).toBe('503 too_much_at_once')
    await expect.poll(async () => (await ask('203.0.113.1')).text()).toBe('503 too_much_at_once')
    await first.body!.cancel()
    await second.body!.cancel()
    const taken = waiting.map(async response => (await response).body!.cancel())
    await Promise.all(taken)
    const again = await ask('203.0.113.1')
    expect(again.status).toBe(200)
    await again.body!.cancel()
  })
})
