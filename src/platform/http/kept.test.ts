import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, createKept, inEncoding, prepareAnswer } from './kept.server.ts'

const answer = (tags: string[], body = '{"a":1}') => prepareAnswer(200, {}, tags, body)

describe('kept answers', () => {
  it('are dropped by any of their tags', () => {
    const kept = createKept(1e6, 1000)
    kept.put('/a', answer(['products', 'product:1']), kept.mark())
    kept.put('/b', answer(['products', 'product:2']), kept.mark())
    kept.drop(['product:1'])
    expect([kept.get('/a'), kept.get('/b')?.status]).toEqual([undefined, 200])
    kept.drop(['products'])
    expect(kept.get('/b')).toBeUndefined()
  })

  it('do not come back from work that began before the change', () => {
    const kept = createKept(1e6, 1000)
    const mark = kept.mark()
    kept.drop(['product:1'])
    kept.put('/a', answer(['product:1']), mark)
    expect(kept.get('/a')).toBeUndefined()
    const beforeClear = kept.mark()
    kept.clear()
    kept.put('/b', answer([]), beforeClear)
    expect(kept.get('/b')).toBeUndefined()
  })

  it('are shown past their time while the database is away, until they are dropped', async () => {
    let isAway = false
    const kept = createKept(1e6, 20, () => isAway)
    kept.put('/a', answer(['products']), kept.mark())
    await expect.poll(() => kept.get('/a')).toBeUndefined()
    expect(kept.getStale('/a')?.status).toBe(200)
    isAway = true
    expect(kept.get('/a')?.status).toBe(200)
    kept.drop(['products'])
    expect([kept.get('/a'), kept.getStale('/a')]).toEqual([undefined, undefined])
  })

  it('take no more room than they are given', () => {
    const kept = createKept(4700, 1000)
    for (let n = 0; n < 100; n++) kept.put(`/${n}`, answer([`t${n}`]), kept.mark())
    expect([kept.get('/96'), kept.get('/99')?.status]).toEqual([undefined, 200])
  })

  it('are not evicted by any number of addresses with a query', () => {
    const kept = createKept(8000, 1000)
    kept.put('/', answer(['products']), kept.mark())
    for (let n = 0; n < 1000; n++) kept.put(`/store?q=${n}`, answer(['products']), kept.mark())
    expect([kept.get('/')?.status, kept.get('/store?q=999')?.status, kept.get('/store?q=990')]).toEqual([
      200,
      200,
      undefined,
    ])
    kept.drop(['products'])
    expect([kept.get('/'), kept.get('/store?q=999')]).toEqual([undefined, undefined])
  })

  it('are the same text in every encoding, under one ETag', () => {
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
