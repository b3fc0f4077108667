import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createTransport } from './transport.ts'

type Answer = { status: number; headers?: Record<string, string> } | 'network'

/** A transport whose network answers from a list, and that remembers what was sent. */
function setUp(answers: Answer[], tokens: (string | undefined)[] = []) {
  const sent: Request[] = []
  const slept: number[] = []
  let time = 0
  let token = tokens.shift()
  const transport = createTransport({
    async fetch(input) {
      const request = input as Request
      sent.push(request)
      const answer = answers.shift() ?? { status: 200 }
      if (answer === 'network') throw new TypeError('fetch failed')
      return new Response(JSON.stringify({ n: sent.length }), answer)
    },
    tokens: {
      current: () => token,
      async refresh() {
        token = tokens.shift()
        return token
      },
    },
    now: () => time,
    sleep: async ms => void slept.push(ms),
    random: () => 0.5,
  })
  const get = async (path = '/api/products') => (await transport(`http://shop.test${path}`)).status
  const post = async (headers: Record<string, string> = {}) =>
    (await transport('http://shop.test/api/giveaways/1/entries', { method: 'POST', body: '{}', headers })).status
  return { transport, sent, slept, get, post, wait: (ms: number) => (time += ms) }
}

describe('GET answers', () => {
  it('are kept for 10 seconds', async () => {
    const { get, sent, wait } = setUp([])
    await get()
    wait(9_999)
    await get()
    expect(sent).toHaveLength(1)
    wait(2)
    await get()
    expect(sent).toHaveLength(2)
  })

  it('are shared while under way, each reader with a body of its own', async () => {
    const { transport, sent } = setUp([])
    const both = await Promise.all([transport('http://shop.test/api/a'), transport('http://shop.test/api/a')])
    expect(await Promise.all(both.map(response => response.json()))).toEqual([{ n: 1 }, { n: 1 }])
    expect(sent).toHaveLength(1)
  })

  it('are not kept when they failed, and are forgotten by prefix', async () => {
    const { transport, get, sent } = setUp([{ status: 404 }])
    expect(await get()).toBe(404)
    expect(await get()).toBe(200)
    transport.forget('/api/prod')
    await get()
    expect(sent).toHaveLength(3)
  })
})

describe('401', () => {
  it('refreshes the token and tries again, twice at most', async () => {
    const { get, sent } = setUp([{ status: 401 }, { status: 401 }, { status: 401 }], ['a', 'b', 'c', 'd'])
    expect(await get()).toBe(401)
    expect(sent.map(request => request.headers.get('authorization'))).toEqual(['Bearer a', 'Bearer b', 'Bearer c'])
  })

  it('is final for a guest', async () => {
    const { get, sent } = setUp([{ status: 401 }])
    expect(await get()).toBe(401)
    expect(sent).toHaveLength(1)
  })
})

describe('trouble', () => {
  it.each([429, 500, 502, 503, 504])('%i is tried three times with growing pauses', async status => {
    const { get, sent, slept } = setUp([{ status }, { status }, { status }])
    expect(await get()).toBe(status)
    expect(sent).toHaveLength(3)
    expect(slept).toEqual([250, 500])
  })

  it('waits as long as Retry-After says, and does not wait for long ones', async () => {
    const soon = setUp([{ status: 429, headers: { 'retry-after': '2' } }])
    expect(await soon.get()).toBe(200)
    expect(soon.slept).toEqual([2000])
    const late = setUp([{ status: 429, headers: { 'retry-after': '60' } }])
    expect(await late.get()).toBe(429)
    expect(late.sent).toHaveLength(1)
  })

  it('leaves a request that met 503 alone for 30 seconds, with the specified sentence', async () => {
    const { transport, get, sent, wait } = setUp([{ status: 503 }, { status: 503 }, { status: 503 }])
    expect(await get()).toBe(503)
    const cooled = await transport('http://shop.test/api/products')
    expect((await cooled.json()).detail).toBe('Service temporarily unavailable (cooldown). Please retry shortly.')
    expect(sent).toHaveLength(3)
    wait(30_001)
    expect(await get()).toBe(200)
  })

  it('says so when the network is away', async () => {
    const { get } = setUp(['network', 'network', 'network'])
    const error = await get().catch(reason => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error.message).toBe('Network error. Please check your connection and try again.')
  })
})

describe('writes', () => {
  it('are sent once, since nobody knows whether the first one was done', async () => {
    const { post, sent } = setUp([{ status: 502 }])
    expect(await post()).toBe(502)
    expect(sent).toHaveLength(1)
  })

  it('are sent again with the same key when they carry an Idempotency-Key', async () => {
    const { post, sent } = setUp(['network', { status: 502 }])
    expect(await post({ 'idempotency-key': 'k' })).toBe(200)
    expect(sent.map(request => request.headers.get('idempotency-key'))).toEqual(['k', 'k', 'k'])
  })
})
