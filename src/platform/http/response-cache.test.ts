import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, createResponseCache, inEncoding, prepareResponse } from './response-cache.server.ts'

const answer = (tags: string[], body = '{"a":1}') => prepareResponse(200, {}, tags, body)

describe('response cache', () => {
  it('invalidates a response by any of its tags', () => {
    const cache = createResponseCache(1e6, 1000)
    cache.put('/a', answer(['products', 'product:1']), cache.mark())
    cache.put('/b', answer(['products', 'product:2']), cache.mark())
    cache.invalidate(['product:1'])
    expect([cache.get('/a'), cache.get('/b')?.status]).toEqual([undefined, 200])
    cache.invalidate(['products'])
    expect(cache.get('/b')).toBeUndefined()
  })

  it('refuses a response that was begun before its tag was invalidated', () => {
    const cache = createResponseCache(1e6, 1000)
    const mark = cache.mark()
    cache.invalidate(['product:1'])
    cache.put('/a', answer(['product:1']), mark)
    expect(cache.get('/a')).toBeUndefined()
    const beforeClear = cache.mark()
    cache.clear()
    cache.put('/b', answer([]), beforeClear)
    expect(cache.get('/b')).toBeUndefined()
  })

  it('serves stale responses while the database is away, until they are invalidated', async () => {
    let isAway = false
    const cache = createResponseCache(1e6, 20, () => isAway)
    cache.put('/a', answer(['products']), cache.mark())
    await expect.poll(() => cache.get('/a')).toBeUndefined()
    expect(cache.getStale('/a')?.status).toBe(200)
    isAway = true
    expect(cache.get('/a')?.status).toBe(200)
    cache.invalidate(['products'])
    expect([cache.get('/a'), cache.getStale('/a')]).toEqual([undefined, undefined])
  })

  it('holds no more bytes than its limit', () => {
    const cache = createResponseCache(4700, 1000)
    for (let n = 0; n < 100; n++) cache.put(`/${n}`, answer([`t${n}`]), cache.mark())
    expect([cache.get('/96'), cache.get('/99')?.status]).toEqual([undefined, 200])
  })

  it('a response holds the memory of its own bytes alone, in each encoding', () => {
    const small = answer([], 'x'.repeat(5000))
    const bodies = [small.text, ...(['br', 'gzip', 'br'] as const).map(encoding => inEncoding(small, encoding).body)]
    expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual(bodies.map(({ length }) => length))
  })

  it('keeps plain addresses however many addresses with a query come', () => {
    const cache = createResponseCache(8000, 1000)
    cache.put('/', answer(['products']), cache.mark())
    for (let n = 0; n < 1000; n++) cache.put(`/store?q=${n}`, answer(['products']), cache.mark())
    expect([cache.get('/')?.status, cache.get('/store?q=999')?.status, cache.get('/store?q=990')]).toEqual([
      200,
      200,
      undefined,
    ])
    cache.invalidate(['products'])
    expect([cache.get('/'), cache.get('/store?q=999')]).toEqual([undefined, undefined])
  })

  it('encodes one text in every encoding under one ETag', () => {
    const text = 'x'.repeat(5000)
    const page = answer([], text)
    expect(brotliDecompressSync(inEncoding(page, 'br').body).toString()).toBe(text)
    expect(gunzipSync(inEncoding(page, 'gzip').body).toString()).toBe(text)
    expect(inEncoding(page, 'br').body.length).toBeLessThan(100)
    expect(gunzipSync(inEncoding(page, 'gzip').body).toString()).toBe(text)
    expect(page.etag).toBe(answer(['other'], text).etag)
  })
})

describe('choosing an encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('%s → %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding))
})
