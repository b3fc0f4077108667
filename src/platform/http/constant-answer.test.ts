import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { constantAnswer } from './constant-answer.server.ts'

const ADDRESS = 'http://shop.test/api/openapi.json'
const TEXT = 'The store, its credits and its giveaways. '.repeat(1000)
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

function setUp() {
  let made = 0
  const answer = constantAnswer({ 'content-type': 'text/plain', 'cache-control': 'public, max-age=300' }, async () => {
    made++
    return TEXT
  })
  const get = (headers: Record<string, string> = {}) => answer(new Request(ADDRESS, { headers }))
  return { get, count: () => made }
}

describe('a constant answer', () => {
  it('is made once for 24 concurrent requests of each encoding, which all get the same bytes', async () => {
    const { get, count } = setUp()
    const bodies: Record<string, Set<string>> = {}
    const ask = async (encoding: keyof typeof DECODERS) => {
      const answer = await get({ 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      const body = Buffer.from(await answer.arrayBuffer())
      expect(Number(answer.headers.get('content-length'))).toBe(body.length)
      expect(DECODERS[encoding](body).toString()).toBe(TEXT)
      bodies[encoding] = (bodies[encoding] ?? new Set()).add(body.toString('base64'))
    }
    const encodings = Object.keys(DECODERS) as (keyof typeof DECODERS)[]
    await Promise.all(encodings.flatMap(encoding => Array.from({ length: 24 }, () => ask(encoding))))
    expect(count()).toBe(1)
    expect(Object.values(bodies).map(({ size }) => size)).toEqual([1, 1, 1])
  })

  it('is answered 304 without a body to a client that has the ETag', async () => {
    const { get } = setUp()
    const etag = (await get()).headers.get('etag')!
    const answer = await get({ 'if-none-match': etag, 'accept-encoding': 'br' })
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=300',
    ])
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200)
  })
})
