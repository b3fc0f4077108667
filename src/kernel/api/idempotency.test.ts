import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#platform/errors.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { idempotency } from './idempotency.server.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase(40)
})
afterAll(() => database.close())

/** Creates an app that counts how often its handler ran. */
function setUp() {
  let done = 0
  const app = new Hono()
  app.onError((error, c) =>
    error instanceof Refusal ? c.json({ code: error.code }, error.status as 409) : c.json({ code: 'internal' }, 500),
  )
  app.use(
    '*',
    idempotency(database.pool, c => c.req.header('x-caller') ?? 'guest'),
  )
  app.post('/entries', async c => {
    const { wait, status } = (await c.req.json()) as { wait?: number; status?: number }
    done++
    if (wait) await new Promise(end => setTimeout(end, wait))
    return c.json({ n: done }, (status ?? 200) as 200)
  })
  const post = async (key: string | undefined, body: object = {}, caller = 'sam') => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-caller': caller }
    if (key) headers['idempotency-key'] = key
    const response = await app.request('/entries', { method: 'POST', headers, body: JSON.stringify(body) })
    return {
      status: response.status,
      body: await response.json(),
      replayed: response.headers.get('idempotency-replayed'),
    }
  }
  return { post, count: () => done }
}

describe('Idempotency-Key', () => {
  it('replays the first answer for the same key and body', async () => {
    const { post, count } = setUp()
    const first = await post('a', { x: 1 })
    const second = await post('a', { x: 1 })
    expect(second).toEqual({ ...first, replayed: 'true' })
    expect(count()).toBe(1)
  })

  it('refuses another body under the same key', async () => {
    const { post, count } = setUp()
    await post('b', { x: 1 })
    expect(await post('b', { x: 2 })).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect(count()).toBe(1)
  })

  it('50 concurrent identical calls do the work once', async () => {
    const { post, count } = setUp()
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('c', { wait: 50 })))
    expect(count()).toBe(1)
    expect(
      answers.filter(answer => answer.status === 409).every(answer => answer.body.code === 'idempotency_running'),
    ).toBe(true)
    expect(answers.some(answer => answer.status === 200)).toBe(true)
  })

  it('refusals are kept and failures are not', async () => {
    const { post, count } = setUp()
    await post('d', { status: 409 })
    expect((await post('d', { status: 409 })).replayed).toBe('true')
    await post('e', { status: 500 })
    expect((await post('e', { status: 500 })).replayed).toBeNull()
    expect(count()).toBe(3)
  })

  it('a key belongs to one caller', async () => {
    const { post, count } = setUp()
    await post('f', {}, 'sam')
    await post('f', {}, 'kim')
    expect(count()).toBe(2)
  })

  it('a key is released when its first call died', async () => {
    const { post, count } = setUp()
    await post('g')
    await database.pool.query(
      `update idempotency_key set status = null, created_at = now() - interval '2 minutes' where key = 'g'`,
    )
    expect((await post('g')).status).toBe(200)
    expect(count()).toBe(2)
  })

  it('calls without an Idempotency-Key are accepted', async () => {
    const { post, count } = setUp()
    await post(undefined)
    await post(undefined)
    expect(count()).toBe(2)
  })
})
