import { Hono } from 'hono'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { transact } from '../transaction.server.ts'
import type { ApiEnv } from './api.server.ts'
import { type IdempotencyParts, idempotency } from './idempotency.server.ts'

const shop = await testShop({ connections: 40 })
const pool = shop.services.pool

/** Creates an app that counts how often its handler ran. */
function setUp(parts: Partial<IdempotencyParts> = {}) {
  let done = 0
  const app = new Hono()
  app.onError((error, c) =>
    error instanceof Refusal ? c.json({ code: error.code }, error.status as 409) : c.json({ code: 'internal' }, 500),
  )
  app.use('*', idempotency(pool, { callerOf: c => c.req.header('x-caller') ?? 'guest', ...parts }))
  app.post('/entries', async c => {
    const { wait, status, letters } = (await c.req.json()) as { wait?: number; status?: number; letters?: number }
    done++
    if (wait) await new Promise(end => setTimeout(end, wait))
    return c.json({ n: done, text: 'x'.repeat(letters ?? 0) }, (status ?? 200) as 200)
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

const rows = async (key: string) => (await pool.query('select from idempotency_key where key = $1', [key])).rowCount
const age = (key: string) =>
  pool.query(`update idempotency_key set created_at = created_at - interval '2 minutes' where key = $1`, [key])

/**
 * Creates an app whose handler writes a row in a transaction of the call.
 * @param isFull the caller's answers may take no more room.
 * @param keys the connections of the keys.
 */
async function setUpTransfers({ isFull = false, keys = pool } = {}) {
  await pool.query('create table if not exists transfer (id serial); truncate transfer')
  const app = new Hono<ApiEnv>()
  app.onError((error, c) => {
    if (error instanceof DatabaseAway) return c.json({ code: 'unavailable' }, 503)
    return error instanceof Refusal
      ? c.json({ code: error.code }, error.status as 409)
      : c.json({ code: 'internal' }, 500)
  })
  const waits: Promise<void>[] = []
  let late = Promise.resolve()
  app.use('*', async (c, next) => {
    c.set('ctx', { ...shop.system })
    await next()
  })
  app.use(
    '*',
    idempotency(keys, { callerOf: () => 'sam', resumed: new Set(['/resumed']), mayKeep: async () => !isFull }),
  )
  app.post('/resumed', async c => {
    const { ctx } = c.var
    if (ctx.idempotentCall?.isResumed) return c.json({ isResumed: true })
    await transact(ctx, tx => sql`insert into transfer default values`.execute(tx.db))
    throw refuse('unavailable')
  })
  app.post('/transfers', async c => {
    const { fails, isLate, isCut, isRefused } = (await c.req.json()) as Record<string, boolean | undefined>
    const { ctx } = c.var
    const write = () =>
      transact(ctx, async tx => {
        await sql`insert into transfer default values`.execute(tx.db)
        await waits.shift()
        if (fails) throw new Error('before the commit')
      })
    if (isLate) late = new Promise(done => setTimeout(done, 100)).then(write)
    else await write()
    if (isCut) throw new DatabaseAway('Connection terminated unexpectedly')
    if (isRefused) throw refuse('unavailable')
    return c.json({})
  })
  const transfer = async (key: string, body: object = {}, wait?: Promise<void>, path = '/transfers') => {
    if (wait) waits.push(wait)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return {
      status: response.status,
      body: await response.json(),
      replayed: response.headers.get('idempotency-replayed'),
    }
  }
  const moved = async () => (await pool.query('select from transfer')).rowCount
  return { transfer, moved, later: () => late }
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
    await pool.query(
      `update idempotency_key set status = null, created_at = now() - interval '2 minutes' where key = 'g'`,
    )
    expect((await post('g')).status).toBe(200)
    expect(count()).toBe(2)
  })

  it('a call that died after its commit does not run again, and its repeat hears so after a minute', async () => {
    const { transfer, moved } = await setUpTransfers()
    expect((await transfer('h')).status).toBe(200)
    await pool.query(`update idempotency_key set status = null where key = 'h'`)
    expect((await transfer('h')).body.code).toBe('idempotency_running')
    await age('h')
    for (let n = 0; n < 3; n++) expect((await transfer('h')).body.code).toBe('idempotency_committed')
    expect(await moved()).toBe(1)
  })

  it('a call that failed before its commit runs again', async () => {
    const { transfer, moved } = await setUpTransfers()
    expect((await transfer('i', { fails: true })).status).toBe(500)
    expect(await moved()).toBe(0)
    expect((await transfer('i', { fails: true })).status).toBe(500)
    expect(await rows('i')).toBe(0)
    expect((await transfer('i')).status).toBe(200)
    expect(await moved()).toBe(1)
  })

  it('a call that took longer than a minute commits nothing once a repeat has taken over its key, and the answer of the repeat stays', async () => {
    const { transfer, moved } = await setUpTransfers()
    const gate = Promise.withResolvers<void>()
    const slow = transfer('k', {}, gate.promise)
    await expect.poll(() => rows('k')).toBe(1)
    await age('k')
    expect((await transfer('k')).status).toBe(200)
    gate.resolve()
    expect((await slow).body.code).toBe('idempotency_running')
    expect(await moved()).toBe(1)
    expect(await transfer('k')).toMatchObject({ status: 200, replayed: 'true' })
  })

  it('a call whose database died with the answer to its commit does not run again, and its repeat hears so at once', async () => {
    const { transfer, moved } = await setUpTransfers()
    expect((await transfer('m', { isCut: true })).status).toBe(503)
    for (let n = 0; n < 2; n++) expect((await transfer('m', { isCut: true })).body.code).toBe('idempotency_committed')
    expect(await moved()).toBe(1)
  })

  it('a refusal after a commit frees the key, because it told the user that the call failed', async () => {
    const { transfer, moved } = await setUpTransfers()
    expect((await transfer('n', { isRefused: true })).status).toBe(503)
    expect((await transfer('n', { isRefused: true })).status).toBe(503)
    expect(await moved()).toBe(2)
  })

  it('a resumed call runs again after a commit and knows it, also after a refusal', async () => {
    const { transfer, moved } = await setUpTransfers()
    const resume = () => transfer('o', {}, undefined, '/resumed')
    expect((await resume()).status).toBe(503)
    expect(await resume()).toMatchObject({ status: 200, body: { isResumed: true }, replayed: null })
    expect(await resume()).toMatchObject({ status: 200, body: { isResumed: true }, replayed: 'true' })
    expect(await moved()).toBe(1)
  })

  it('a repeat that meets the end of a resumed call hears that it runs, and the next one resumes it', async () => {
    let isEnding = false
    const query = async (...asked: Parameters<typeof pool.query>) => {
      const answer = await pool.query(...asked)
      if (isEnding && String(asked[0]).startsWith('insert')) await age('u')
      return answer
    }
    const { transfer, moved } = await setUpTransfers({ keys: Object.assign(Object.create(pool), { query }) })
    const resume = () => transfer('u', {}, undefined, '/resumed')
    await resume()
    await pool.query(`update idempotency_key set created_at = now() where key = 'u'`)
    isEnding = true
    expect((await resume()).body.code).toBe('idempotency_running')
    expect(await resume()).toMatchObject({ status: 200, body: { isResumed: true } })
    expect(await moved()).toBe(1)
  })

  it('work of a call that goes on after its answer commits without the key', async () => {
    const { transfer, moved, later } = await setUpTransfers()
    expect((await transfer('l', { isLate: true })).status).toBe(200)
    await later()
    expect(await moved()).toBe(1)
  })

  it('a call that only reads runs each time, whatever its body, and stores nothing', async () => {
    const { post, count } = setUp({ isRead: c => c.req.path === '/entries' })
    expect(await post('p', { x: 1 })).toMatchObject({ status: 200, replayed: null })
    expect(await post('p', { x: 2 })).toMatchObject({ status: 200, replayed: null })
    expect([count(), await rows('p')]).toEqual([2, 0])
  })

  it('an answer of more than 64 KB is not stored, and its repeat is answered at once that the call was saved', async () => {
    const { post, count } = setUp()
    expect((await post('q', { letters: 65_000 })).status).toBe(200)
    expect((await post('q', { letters: 65_000 })).replayed).toBe('true')
    expect((await post('r', { letters: 66_000 })).status).toBe(200)
    expect(await post('r', { letters: 66_000 })).toMatchObject({ status: 409, body: { code: 'idempotency_committed' } })
    expect(count()).toBe(2)
  })

  it('a caller whose answers may take no more room moves nothing twice, and a refusal without a commit leaves no row', async () => {
    const { transfer, moved } = await setUpTransfers({ isFull: true })
    expect((await transfer('s')).status).toBe(200)
    for (let n = 0; n < 2; n++) expect((await transfer('s')).body.code).toBe('idempotency_committed')
    expect(await moved()).toBe(1)
    const { post } = setUp({ mayKeep: async () => false })
    expect((await post('t', { status: 409 })).status).toBe(409)
    expect(await rows('t')).toBe(0)
  })

  it('calls without an Idempotency-Key are accepted', async () => {
    const { post, count } = setUp()
    await post(undefined)
    await post(undefined)
    expect(count()).toBe(2)
  })
})
