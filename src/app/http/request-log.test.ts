import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it } from 'vitest'
import { logRequests } from './request-log.server.ts'

function logOf() {
  const lines: { msg: string; path: string; status?: number }[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: pino(stream), lines }
}

it.each([
  ['text', 'a thrown text'],
  ['undefined', undefined],
  ['an Error', new Error('x')],
])('an answer that throws %s is a logged problem of status 500, and no empty body', async (_, thrown) => {
  const { log, lines } = logOf()
  const answer = logRequests(log, async () => {
    throw thrown
  })
  const response = await answer(new Request('http://shop.test/api/orders?q=words', { method: 'POST' }), {} as never)
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status: 500, code: 'internal' })
  expect(lines.map(({ msg, path }) => [msg, path])).toEqual([
    ['request failed', '/api/orders'],
    ['answered', '/api/orders'],
  ])
})
