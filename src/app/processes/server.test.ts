import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { sendUnfinished } from '../testing/raw-http.ts'
import { openTestShop } from '../testing/shop.ts'
import { startTestServer } from '../testing/test-server.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => {
  database = await testDatabase(1)
})

const start = () => startTestServer(database.url)

describe('a server that receives a stop signal', () => {
  it('answers running requests, accepts none, and then ends', async () => {
    const server = await start()
    const body = JSON.stringify({ email: 'sam@example.com' })
    const request = await sendUnfinished(server.address, { path: '/api/auth/login', body })
    const stopped = server.stop()
    const ask = () =>
      fetch(`${server.address}/healthz`).then(
        () => 'answered',
        () => 'refused',
      )
    await expect.poll(ask).toBe('refused')
    request.finish()
    expect(await request.ended).toMatch(/HTTP\/1.1 400 [\s\S]*invalid_input/)
    await stopped
  })

  it('ignores a second signal', async () => {
    const server = await start()
    await Promise.all([server.stop(), server.stop()])
  })
})

describe('two servers on one database', () => {
  it('two servers start concurrently and receive each other’s changes', async () => {
    const [here, there] = await Promise.all([start(), start()])
    const before = await fetch(`${there.address}/api/products`)
    expect(before.headers.get('etag')).toBeTruthy()
    expect(there.shop.responseCache.get('/api/products')).toBeDefined()
    here.shop.services.changed('products')
    for (let n = 0; n < 100 && there.shop.responseCache.get('/api/products'); n++)
      await new Promise(done => setTimeout(done, 10))
    expect(there.shop.responseCache.get('/api/products')).toBeUndefined()
    await Promise.all([here.stop(), there.stop()])
  })
})

const PRODUCTION = {
  MODE: 'production',
  RATE_LIMITS: 'on',
  CIRCUIT_BREAKERS: 'on',
  DATABASE_URL: 'postgres://elsewhere.test/shop',
  ORIGIN: 'https://shop.test',
  AUTH_SECRET: 'x'.repeat(40),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.test',
  WITNESSES: [
    'witness-one.example/w+6dde008b+BPcZR50/im6rL+L9/b/9OBzotUIkYg7bsBaZMx65Awzv https://one.example One',
    'witness-two.example/w+1f7263ae+BMG/gTOCisB476qjigWHZ6MPWOAMj83UPtC6A4COALTK https://two.example Two',
  ].join(';'),
}

describe('a production shop', () => {
  it('has no sandbox, outbox or gallery, and no public metrics', async () => {
    const shop = await openTestShop({ env: PRODUCTION })
    for (const path of [
      '/dev/outbox',
      '/dev/outbox.json',
      '/dev/stripe/pay/cs_test_1',
      '/v1/checkout/sessions',
      '/metrics',
    ]) {
      expect((await shop.call(path)).status, path).toBe(404)
    }
    expect((await shop.call('/dev/stripe/advance', { json: { days: 1 } })).status).toBe(404)
    expect((await shop.call('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
    await shop.close()
  })

  it('serves its metrics to callers with the token', async () => {
    const METRICS_TOKEN = 'm'.repeat(32)
    const shop = await openTestShop({ env: { ...PRODUCTION, METRICS_TOKEN } })
    const scrape = (authorization: string) => shop.call('/metrics', { headers: { authorization } })
    expect((await shop.call('/metrics')).status).toBe(404)
    expect((await scrape(`Bearer ${METRICS_TOKEN}x`)).status).toBe(404)
    expect((await scrape(METRICS_TOKEN)).status).toBe(404)
    expect((await scrape(`Bearer ${METRICS_TOKEN}`)).text).toContain('http_request_duration_seconds')
    await shop.close()
  })
})
