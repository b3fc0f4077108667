import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addProduct, CARDS } from '#features/orders/testing/shopping.ts'
import { changeSettings } from '#features/settings/commands.server.ts'
import { settingsPorts } from '../services/settings-ports.server.ts'
import { testServer } from '../testing/test-server.ts'
import { addUser, type TestUser } from '../testing/users.ts'

const ATTACKER = '203.0.113.9'
const VISITOR = '198.51.100.7'
const MAIN_PAGES = ['/', '/store', '/giveaways']

const server = await testServer({ TRUSTED_PROXIES: '1' })
// On a machine that other tests keep busy, load shedding would refuse before the limits of one visitor do.
const { system, services } = server.shop
const switches = { ...services.settings.switches, loadShedding: false }
await changeSettings(system, { settings: { switches } }, settingsPorts)

const open = (path: string, from: string, init: RequestInit = {}) =>
  fetch(server.address + path, { ...init, redirect: 'manual', headers: { 'x-forwarded-for': from } })

type Answer = { status: number; headers: Headers; text: string }

/**
 * Opens pages at once: more than twice the limit of 20 s, so that some are refused however slow the machine is. What passes the limit waits for
 * its turn, and is refused with 503 when the turn takes too long.
 */
const flood = (count: number, pathOf: (n: number) => string, init?: RequestInit, from = ATTACKER): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const answer = await open(pathOf(n), from, init)
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }),
  )
const statusesOf = (answers: Answer[]) => new Set(answers.map(({ status }) => status))
const refused = (answers: Answer[]) => answers.filter(({ status }) => status === 429)

describe('a stranger who opens 400 searches at once', () => {
  it('makes a stranger’s 400 searches wait while the main pages stay open to other visitors', async () => {
    let isOver = false
    const attack = flood(400, n => `/store?q=${n}-${Math.random()}`).finally(() => {
      isOver = true
    })
    const seen = new Set<string>()
    while (!isOver) {
      for (const path of MAIN_PAGES) {
        // The cache would hide a page that can no longer be rendered.
        server.shop.responseCache.clear()
        seen.add(`${path} ${(await open(path, VISITOR)).status}`)
      }
      await new Promise(done => setTimeout(done, 1000))
    }
    const answers = await attack
    for (const path of MAIN_PAGES) expect((await open(path, VISITOR)).status, path).toBe(200)
    expect(seen).toEqual(new Set(MAIN_PAGES.map(path => `${path} 200`)))
    expect(statusesOf(answers).difference(new Set([200, 429, 503]))).toEqual(new Set())
    expect(statusesOf(answers)).toContain(200)
    expect(refused(answers).length).toBeGreaterThan(0)
  })

  it('shows a page in the shop’s style with the time to wait, and still serves cached pages', async () => {
    const [answer] = refused(await flood(260, n => `/product/none-${n}`)) as [Answer]
    const cached = async () => {
      await open('/', VISITOR)
      return (await open('/', ATTACKER)).status
    }
    // A page stays in memory for 5 s.
    await expect.poll(cached).toBe(200)
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(20)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text).toContain(`Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`}, then try again.`)
    expect(answer.text).toMatch(/<link rel="stylesheet" href="\/assets\/styles-[\w-]+\.css">/)
  })

  it.each([
    ['pages that are not there', (n: number) => `/giveaways/none-${n}`, {}],
    ['unknown paths', (n: number) => `/nothing-${n}`, {}],
    ['loaders’ data', (n: number) => `/store.data?q=${n}`, {}],
    ['HEAD', (n: number) => `/store?q=head-${n}`, { method: 'HEAD' }],
  ])('limits %s as well', async (_what, pathOf, init) => {
    const answers = await flood(260, pathOf, init)
    expect(refused(answers).length).toBeGreaterThan(0)
    expect([...statusesOf(answers)].filter(status => status >= 500 && status !== 503)).toEqual([])
  })

  it('a method other than GET or HEAD renders nothing', async () => {
    const answer = await open('/store', VISITOR, { method: 'POST', body: 'q=1' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('does not let unknown parameters evict a page from memory', async () => {
    await open('/?utm_source=first', VISITOR)
    // A network that has its whole limit, because a page stays in memory for 5 s and is then rendered again.
    expect(statusesOf(await flood(300, n => `/?click=${n}`, {}, '203.0.113.10'))).toEqual(new Set([200]))
  })
})

it('does not count calls of own loaders, and counts every call that claims to be one', async () => {
  const { createWeb } = await import('../web.server.ts')
  const { api, apiFetch } = createWeb(server.shop)
  const address = `${server.address}/api/credits`
  const own = new Set<number>()
  for (let n = 0; n < 610; n++) own.add((await apiFetch(address)).status)
  expect([...own]).toEqual([401])
  const claimed = new Set<number>()
  for (let n = 0; n < 610; n++) {
    const request = new Request(address, { headers: { 'x-in-process': '1', isInProcess: 'true' } })
    claimed.add((await api.fetch(request, { isInProcess: true })).status)
  }
  expect([...claimed]).toEqual([401, 429])
})

describe('a flood of lists that wait for a locked table', async () => {
  const POOL = 4
  const LISTS = 240
  const READER_PAUSE_MS = 500
  const shop = await testServer({
    TRUSTED_PROXIES: '1',
    DATABASE_POOL: String(POOL),
    DATABASE_STATEMENT_MS: '60000',
  })

  async function call(path: string, as: TestUser, json?: object) {
    const response = await fetch(shop.address + path, {
      headers: { authorization: `Bearer ${as.idToken}`, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
    return { status: response.status, json: await response.json() }
  }
  /** Calls of one reading, each from a network of its own. */
  const readReviews = async (productId: string, n: number) => {
    const headers = { 'x-forwarded-for': `192.0.2.${n}` }
    const response = await fetch(`${shop.address}/api/products/${productId}/reviews`, { headers })
    return { response, body: await response.json() }
  }
  const stuck = async () => {
    const { rows } = await shop.database.pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n as number
  }

  it('refuses what its line does not hold, while a checkout, its webhook, a claim and a sign-in go through [B-28.1] [B-28.2] [B-28.3]', async () => {
    const admin = await addUser(shop.shop, new Date(), { admin: true })
    const buyer = await addUser(shop.shop, new Date(), { credits: { Bronze: 1 } })
    const { id, item } = await addProduct(shop.shop.services.db)
    const startDate = new Date(Date.now() - 3_600_000).toISOString()
    const giveaway = await call('/api/giveaways', admin, { title: 'Kit', description: 'A box.', startDate })
    const lock = new pg.Client({ connectionString: shop.database.url })
    await lock.connect()
    onTestFinished(() => lock.end())
    await lock.query('begin; lock table product_review in access exclusive mode')

    const refused: Awaited<ReturnType<typeof readReviews>>[] = []
    let isFlooding = true
    onTestFinished(() => {
      isFlooding = false
    })
    /** A list that waits for the lock ends with "unavailable". On a busy machine that happens faster than calls arrive, so each reader asks again. */
    const reader = async (n: number) => {
      do {
        const answer = await readReviews(id, n)
        if (answer.body.code === 'overloaded') refused.push(answer)
        await pause(READER_PAUSE_MS)
      } while (isFlooding)
    }
    const readers = Array.from({ length: LISTS }, (_, n) => reader(n))
    await expect.poll(stuck).toBe(POOL - 1)
    await expect.poll(() => refused.length).toBeGreaterThan(LISTS / 4)
    const page = await call('/api/payments/checkout-session', buyer, { items: [item] })
    const form = new URLSearchParams({ number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' })
    const paid = await fetch(page.json.url, { method: 'POST', body: form, redirect: 'manual' })
    const claim = await call(`/api/giveaways/${giveaway.json.id}/entries`, buyer, { slots: [1] })
    const signIn = await call('/api/auth/email-codes', buyer, { email: buyer.email })
    const settled = async () =>
      (await shop.database.pool.query('select status from customer_order where id = $1', [page.json.orderId])).rows[0]
        .status
    await expect.poll(settled).toBe('paid')
    expect([page.status, paid.status, claim.status, signIn.status]).toEqual([200, 303, 200, 200])
    await lock.query('rollback')
    isFlooding = false
    await Promise.all(readers)
    for (const { response, body } of refused) {
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body.detail).toBe('The shop is very busy right now. Please try again in a few seconds.')
    }
    await expect.poll(async () => (await readReviews(id, 0)).response.status).toBe(200)
  })
})
