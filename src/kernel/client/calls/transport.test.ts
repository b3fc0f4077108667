import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { pauseAfter } from './pause-after.ts'
import { createTransport } from './transport.ts'

type Answer = { status: number; headers?: Record<string, string> } | 'network'

type SetUp = { tokens?: (string | undefined)[]; refreshes?: number; isExpected?: boolean; slowToken?: boolean }

/** Creates a transport whose network responds from a list and records the requests. */
function setUp(answers: Answer[], { tokens = [], refreshes, isExpected = false, slowToken = false }: SetUp = {}) {
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
      isExpected: () => isExpected,
      refresh() {
        token = tokens.shift()
        return slowToken ? new Promise(() => {}) : Promise.resolve(token)
      },
    },
    ...(refreshes && { refreshes }),
    now: () => time,
    sleep: async ms => void slept.push(ms),
    random: () => 0.5,
  })
  const get = async (path = '/api/products') => (await transport(`http://shop.test${path}`)).status
  const post = async (headers: Record<string, string> = {}) =>
    (await transport('http://shop.test/api/giveaways/1/entries', { method: 'POST', body: '{}', headers })).status
  const tokensSent = () => sent.map(request => request.headers.get('authorization')?.replace('Bearer ', '') ?? '')
  return { transport, sent, slept, get, post, tokensSent, wait: (ms: number) => (time += ms) }
}

describe('401', () => {
  const always = Array.from({ length: 9 }, (): Answer => ({ status: 401 }))
  const tokens = ['a', 'b', 'c', 'd', 'e']

  it.each([
    ['twice', undefined, ['a', 'b', 'c']],
    ['three times on Safari', 3, ['a', 'b', 'c', 'd']],
  ])('refreshes the token and tries again, %s at most [B-7.3] [B-9.12]', async (_, refreshes, expected) => {
    const { get, tokensSent } = setUp([...always], { tokens: [...tokens], ...(refreshes && { refreshes }) })
    expect(await get()).toBe(401)
    expect(tokensSent()).toEqual(expected)
  })

  it('a write is also sent again after a 401, because a refused call did nothing', async () => {
    const { post, tokensSent } = setUp([{ status: 401 }], { tokens: ['a', 'b'] })
    expect(await post()).toBe(200)
    expect(tokensSent()).toEqual(['a', 'b'])
  })

  it('the last 401 ends in "Authentication required. Please login again.", unless the server has its own message [B-8.29]', async () => {
    const bare = setUp([...always], { tokens: [...tokens] })
    const answer = await bare.transport('http://shop.test/api/credits')
    expect((await answer.json()).detail).toBe('Authentication required. Please login again.')
    const spoken = { status: 401, headers: { 'content-type': 'application/problem+json' } }
    const told = setUp(
      always.map(() => spoken),
      { tokens: [...tokens] },
    )
    const last = await told.transport('http://shop.test/api/credits')
    // The server's own body reaches the caller unchanged.
    expect([last.status, await last.json()]).toEqual([401, { n: 3 }])
  })

  it('is final for a guest', async () => {
    const { get, sent } = setUp([{ status: 401 }])
    expect(await get()).toBe(401)
    expect(sent).toHaveLength(1)
  })
})

describe('a token that is not there yet', () => {
  it('is fetched before the request leaves [B-7.1] [B-12.132]', async () => {
    const { get, tokensSent } = setUp([], { tokens: [undefined, 'a'], isExpected: true })
    expect(await get()).toBe(200)
    expect(tokensSent()).toEqual(['a'])
  })

  it('a request waits 2 seconds for its token, and then leaves without one [B-9.18] [B-9.19]', async () => {
    const { get, slept, tokensSent } = setUp([], { tokens: [undefined], isExpected: true, slowToken: true })
    expect(await get()).toBe(200)
    expect([slept, tokensSent()]).toEqual([[2000], ['']])
  })

  it('a request refused without a token is sent again with one [B-9.18]', async () => {
    const late = { tokens: [undefined, undefined, 'a'], isExpected: true }
    const { get, tokensSent } = setUp([{ status: 401 }], late)
    expect(await get()).toBe(200)
    expect(tokensSent()).toEqual(['', 'a'])
  })
})

describe('trouble', () => {
  it.each([429, 500, 502, 503, 504])(
    '%i is tried three times with growing pauses [B-9.13] [B-12.236]',
    async status => {
      const { get, sent, slept } = setUp([{ status }, { status }, { status }])
      expect(await get()).toBe(status)
      expect(sent).toHaveLength(3)
      expect(slept).toEqual([250, 500])
    },
  )

  it('the pause before a retry is random, doubles, and is never shorter than Retry-After [B-12.236]', () => {
    const busy = new Response(null, { status: 503 })
    expect([0, 0.5, 1].map(chance => pauseAfter(busy, 1, chance, 0))).toEqual([125, 250, 375])
    expect([1, 2, 3, 9].map(tries => pauseAfter(busy, tries, 0.5, 0))).toEqual([250, 500, 1000, 4000])
    const asked = new Response(null, { status: 503, headers: { 'retry-after': '1' } })
    expect([0, 1].map(chance => pauseAfter(asked, 1, chance, 0))).toEqual([1000, 1000])
  })

  it('waits as long as Retry-After says, and not at all for long times [B-12.236]', async () => {
    const soon = setUp([{ status: 429, headers: { 'retry-after': '2' } }])
    expect(await soon.get()).toBe(200)
    expect(soon.slept).toEqual([2000])
    const late = setUp([{ status: 429, headers: { 'retry-after': '60' } }])
    expect(await late.get()).toBe(429)
    expect(late.sent).toHaveLength(1)
    const dated = setUp([{ status: 503, headers: { 'retry-after': new Date(3000).toUTCString() } }])
    expect(await dated.get()).toBe(200)
    expect(dated.slept).toEqual([3000])
  })

  it.each([400, 403, 404, 409, 422, 501])('%i is final', async status => {
    const { get, sent } = setUp([{ status }])
    expect(await get()).toBe(status)
    expect(sent).toHaveLength(1)
  })

  it('a request that met 503 is not sent again for 30 seconds and says so [B-4.43] [B-8.30]', async () => {
    const { transport, get, sent, wait } = setUp([{ status: 503 }, { status: 503 }, { status: 503 }])
    const first = await transport('http://shop.test/api/products')
    const cooled = await transport('http://shop.test/api/products')
    for (const answer of [first, cooled]) {
      expect(answer.status).toBe(503)
      expect((await answer.json()).detail).toBe('Service temporarily unavailable (cooldown). Please retry shortly.')
    }
    expect(sent).toHaveLength(3)
    expect(await get('/api/giveaways')).toBe(200)
    wait(29_999)
    expect(await get()).toBe(503)
    expect(sent).toHaveLength(4)
    wait(2)
    expect(await get()).toBe(200)
  })

  it('a request that was told to wait long, and a write that met 503, are not sent again', async () => {
    const long = setUp([{ status: 503, headers: { 'retry-after': '60' } }])
    expect([await long.get(), await long.get(), long.sent.length]).toEqual([503, 503, 1])
    const write = setUp([{ status: 503 }])
    expect([await write.post(), await write.post(), write.sent.length]).toEqual([503, 503, 1])
  })

  it('no answer is tried three times, and then says that the network is away [B-8.10] [B-9.13]', async () => {
    const { get, sent } = setUp(['network', 'network', 'network'])
    const error = await get().catch(reason => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error.message).toBe('Network error. Please check your connection and try again.')
    expect(sent).toHaveLength(3)
  })

  it('a cancelled request is not a network error', async () => {
    const { transport, slept } = setUp(['network'])
    const signal = AbortSignal.abort()
    const error = await transport('http://shop.test/api/products', { signal }).catch(reason => reason)
    expect(error).not.toBeInstanceOf(ApiError)
    expect(slept).toEqual([])
  })
})

describe('writes', () => {
  it('a write is sent once, because its outcome is unknown [B-9.13]', async () => {
    const { post, sent } = setUp([{ status: 502 }])
    expect(await post()).toBe(502)
    expect(sent).toHaveLength(1)
  })

  it('a write with an Idempotency-Key is sent again with the same key [B-9.13]', async () => {
    const { post, sent } = setUp(['network', { status: 502 }])
    expect(await post({ 'idempotency-key': 'k' })).toBe(200)
    expect(sent.map(request => request.headers.get('idempotency-key'))).toEqual(['k', 'k', 'k'])
  })
})
