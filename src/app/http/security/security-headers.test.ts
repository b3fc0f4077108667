import { describe, expect, it } from 'vitest'
import { sendRaw } from '../../testing/raw-http.ts'
import { testServer } from '../../testing/test-server.ts'
import { STAFF_PERMISSIONS, securityHeaders } from './security-headers.server.ts'

const ORIGIN = 'https://shop.test'

const server = await testServer({ RATE_LIMITS: 'off', ORIGIN })
await server.shop.services.storage.put('products/a.webp', new TextEncoder().encode('x'), 'image/webp')

/** The faults in a response's headers; empty when there are none. Pages of the admin area may use the camera. */
function faultsOf(headers: Headers, isAdminPage = false): string[] {
  const faults: string[] = []
  const expected = { ...securityHeaders(ORIGIN), ...(isAdminPage && { 'permissions-policy': STAFF_PERMISSIONS }) }
  for (const [name, value] of Object.entries(expected)) {
    const given = headers.get(name)
    if (given === null) faults.push(`${name} is missing`)
    // Pages and the sandbox have their own policies.
    else if (given !== value && !['content-security-policy', 'referrer-policy'].includes(name))
      faults.push(`${name}: ${given}`)
  }
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of ["default-src '", 'form-action ', "base-uri 'none'", "frame-ancestors 'none'"])
    if (!policy.includes(part)) faults.push(`the policy has no ${part}: ${policy}`)
  if (policy.includes('unsafe')) faults.push(policy)
  return faults
}

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.address + path, { method, headers, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer
}

const PAGES = ['/', '/store', '/store?q=none', '/giveaways', '/legal', '/login', '/dashboard', '/admin', '/checkout']
const PROGRAMS = [
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/store.data',
  '/__manifest',
  '/sw.js',
  '/offline',
  '/offline.js',
]
const FILES = [
  '/favicon.svg',
  '/favicon.ico',
  '/icons/icon-192.png',
  '/site.webmanifest',
  '/brand.css',
  '/og.jpg',
  '/files/products/a.webp',
  '/files/none',
  '/files/%',
  '/assets/none.js',
]
const PROCESS = ['/healthz', '/readyz', '/metrics', '/dev/outbox', '/dev/outbox.json', '/dev/stripe/pay/none']
const MISSING = [
  '/product/none',
  '/giveaways/none',
  '/nothing',
  '/.well-known/none',
  '/api/nothing',
  '/api/docs',
  '/api/openapi.json',
]

describe('every answer carries the security headers', () => {
  it('API routes carry the security headers, with and without a token', async () => {
    const document = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const wrong: string[] = []
    let count = 0
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of Object.keys(operations)) {
        const answer = await ask(method.toUpperCase(), path.replace(/\{\w+\}/g, 'none'))
        wrong.push(...faultsOf(answer.headers).map(fault => `${method} ${path} ${answer.status}: ${fault}`))
        count++
      }
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(150)
    const forged = await ask('GET', '/api/products', { authorization: 'Bearer x.y.z' })
    expect([forged.status, faultsOf(forged.headers)]).toEqual([401, []])
  })

  it.each([...PAGES, ...PROGRAMS, ...FILES, ...PROCESS, ...MISSING])(
    '%s carries the security headers: first answer, cached answer, 304, HEAD and POST',
    async path => {
      const first = await ask('GET', path)
      const again = await ask('GET', path)
      const known = await ask('GET', path, { 'if-none-match': again.headers.get('etag') ?? '"none"' })
      const answers = [first, again, known, await ask('HEAD', path), await ask('POST', path)]
      for (const answer of answers)
        expect(faultsOf(answer.headers, path === '/admin' && answer.status < 400), `${answer.status}`).toEqual([])
      if (again.headers.has('etag')) expect(known.status).toBe(304)
    },
  )

  it.each([
    ['a WebSocket elsewhere', ['GET /elsewhere HTTP/1.1', 'connection: upgrade', 'upgrade: websocket'], 404],
    [
      'a WebSocket of another site',
      ['GET /api/realtime HTTP/1.1', 'connection: upgrade', 'upgrade: websocket', 'origin: https://evil.test'],
      403,
    ],
    ['a WebSocket without its key', ['GET /api/realtime HTTP/1.1', 'connection: upgrade', 'upgrade: websocket'], 400],
    ['bytes that are no HTTP', ['NOTHING'], 400],
    ['headers that are too long', ['GET / HTTP/1.1', `x: ${'x'.repeat(20_000)}`], 431],
    ['an unknown expectation', ['GET / HTTP/1.1', 'expect: miracles'], 417],
    [
      'a body that is too large',
      ['POST /api/auth/login HTTP/1.1', 'content-type: application/json', 'content-length: 2000000'],
      413,
    ],
    ['an unknown method', ['BREW / HTTP/1.1'], 400],
  ])('%s carries the security headers', async (_what, head, status) => {
    const { text, statuses } = await sendRaw(server.address, { head }, text => text.includes('\r\n\r\n'))
    expect(statuses).toEqual([status])
    const lines = text.split('\r\n\r\n')[0]!.split('\r\n').slice(1)
    expect(faultsOf(new Headers(lines.map(line => line.split(/: (.*)/s).slice(0, 2) as [string, string])))).toEqual([])
  })
})

it('demands https of a shop that has it, and of no other', () => {
  expect(securityHeaders('https://shop.test')['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(securityHeaders('http://127.0.0.1:3000')).not.toHaveProperty('strict-transport-security')
})

it('cached pages are the same for browsers with a session cookie', async () => {
  const cookie = '__Host-redoubt.session_token=x.y'
  for (const path of ['/', '/store', '/giveaways']) {
    const guests = await ask('GET', path)
    const answer = await ask('GET', path, { cookie })
    expect(answer.status).toBe(200)
    for (const name of ['etag', 'cache-control', 'vary'])
      expect(answer.headers.get(name)).toBe(guests.headers.get(name))
    expect([answer.headers.get('vary')?.includes('ookie') ?? false, answer.headers.getSetCookie()]).toEqual([false, []])
    expect((await ask('GET', path, { cookie, 'if-none-match': guests.headers.get('etag')! })).status).toBe(304)
  }
})
