import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/values/durations.ts'
import { ORIGIN, openTestShop, testShop } from '../testing/shop.ts'
import type { TestUser } from '../testing/users.ts'

const shop = await testShop()

/** Sends 4 MiB in chunks, so that no length is announced. @returns the problem, and the number of accepted chunks. */
async function upload(path: string, as?: TestUser) {
  const piece = new Uint8Array(256 * 1024)
  let pieces = 0
  const body = new ReadableStream({
    pull(controller) {
      if (pieces === 16) return controller.close()
      pieces++
      controller.enqueue(piece)
    },
  })
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    ...(as && { authorization: `Bearer ${as.idToken}` }),
  }
  const request = new Request(new URL(path, ORIGIN), { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  const problem = (await (await shop.web.app.fetch(request)).json()) as object
  return { ...problem, pieces }
}

describe('refusals', () => {
  it('refusals are problem+json with the message, the code and the request id of the log', async () => {
    const { status, headers, json } = await shop.call('/api/nowhere', { headers: { 'x-request-id': 'journey-0001' } })
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(json).toMatchObject({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      requestId: 'journey-0001',
    })
  })

  it('refusals distinguish a forged token from a missing one', async () => {
    const forged = { userId: '', email: '', idToken: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA' }
    for (const path of ['/api/credits', '/api/products']) {
      expect((await shop.call(path, { as: forged })).json).toMatchObject({
        status: 401,
        code: 'NotAuthorizedException',
      })
    }
  })

  it('refusals answer signed-in users without a role with 403', async () => {
    const user = await shop.addUser()
    const answer = await shop.call('/api/products', { as: user, json: {} })
    expect(answer.json).toMatchObject({ status: 403, code: 'Unauthorized' })
  })

  it('refuse a body that is too large before reading it', async () => {
    const user = await shop.addUser()
    const answer = await shop.call('/api/my/profile', { as: user, json: { phone: 'x'.repeat(1024 * 1024) } })
    expect(answer.json).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  it('refuses a large upload before reading it when the caller is not staff', async () => {
    const admin = await shop.addUser({ admin: true })
    const refused = [
      await upload('/api/products/images'),
      await upload('/api/products/images', await shop.addUser()),
      await upload('/api/products', admin),
    ]
    for (const { pieces, ...answer } of refused) {
      expect(answer).toMatchObject({ status: 413, code: 'body_too_large' })
      expect(pieces).toBeLessThan(8)
    }
    const taken = await upload('/api/products/images', admin)
    expect(taken).toMatchObject({ status: 400, errors: { files: ['Please choose a picture.'] }, pieces: 16 })
  })

  it('refuse a body that is no JSON with 400', async () => {
    const user = await shop.addUser()
    const headers = { 'content-type': 'application/json' }
    const answer = await shop.call('/api/my/profile', { as: user, method: 'POST', body: '{"phone":', headers })
    expect(answer.json).toMatchObject({ status: 400, code: 'invalid_input' })
  })

  it('refusals of a limit carry Retry-After', async () => {
    const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
    let last = await limited.call('/api/credits')
    for (let n = 0; n < 600; n++) last = await limited.call('/api/credits')
    expect(last.json).toMatchObject({ status: 429, code: 'LimitExceededException' })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    // A signed-in user behind a shared address has a limit of their own.
    const user = await limited.addUser()
    expect((await limited.call('/api/credits', { as: user })).status).toBe(200)
    // A mail provider sends the clicks of all its users from one address.
    const clicks = new Set<number>()
    for (let n = 0; n < 100; n++)
      clicks.add((await limited.call(`/api/unsubscribe?token=${n}`, { method: 'POST' })).status)
    expect(clicks).not.toContain(429)
    await limited.close()
  })
})

describe('public answers', () => {
  it('public answers carry an ETag and answer 304 to a client that has it', async () => {
    const first = await shop.call('/api/products')
    expect(first.headers.get('cache-control')).toContain('public')
    const again = await shop.call('/api/products', { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('public answers that no tag names carry an ETag too, which follows their content', async () => {
    const admin = await shop.addUser({ admin: true })
    const startDate = new Date(+shop.clock.now() - DAY_MS).toISOString()
    const kit = { title: 'Field Kit', description: 'Goods in a box.', startDate }
    const { id } = (await shop.call('/api/giveaways', { as: admin, json: kit })).json
    const [slots, calendar] = [`/api/giveaways/${id}/slots`, `/api/giveaways/${id}/calendar.ics`]
    const others = ['/api/payments/methods', '/api/auth/jwks', '/api/log', '/api/push/vapid-public-key']
    for (const path of [slots, calendar, `/api/giveaways/${id}/free-entries`, ...others]) {
      const first = await shop.call(path)
      expect([path, first.status, first.headers.get('cache-control')?.split(',')[0]]).toEqual([path, 200, 'public'])
      const known = { 'if-none-match': first.headers.get('etag')! }
      expect([path, (await shop.call(path, { headers: known })).status]).toEqual([path, 304])
    }
    const before = { 'if-none-match': (await shop.call(calendar)).headers.get('etag')! }
    await shop.services.pool.query(`update giveaway set title = 'Other Kit' where id = $1`, [id])
    expect((await shop.call(calendar, { headers: before })).status).toBe(200)
    const user = await shop.addUser()
    expect((await shop.call(slots, { as: user })).headers.get('cache-control')).toBe('no-store')
  })

  it('public answers are cacheable for guests only, private ones not at all', async () => {
    const user = await shop.addUser()
    expect((await shop.call('/api/credits', { as: user })).headers.get('cache-control')).toBe('no-store')
    expect((await shop.call('/api/products', { as: user })).headers.get('cache-control')).toBe('no-store')
    // A shared cache that has the guests' answer asks for a member's.
    for (const path of ['/api/giveaways', '/api/payments/methods'])
      expect([path, (await shop.call(path)).headers.get('vary')]).toEqual([path, 'Accept-Encoding, Authorization'])
  })
})

describe('the description', () => {
  it('names every route with who may call it, and the page shows them', async () => {
    const { json } = await shop.call('/api/openapi.json')
    expect(json.openapi).toBe('3.1.0')
    const operations = Object.entries(
      json.paths as Record<string, Record<string, { 'x-access'?: string; responses: object }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ route: `${method} ${path}`, ...operation })),
    )
    expect(operations.length).toBeGreaterThan(30)
    expect(
      operations
        .filter(operation => !operation['x-access'] || !('default' in operation.responses))
        .map(operation => operation.route),
    ).toEqual([])
    const text = JSON.stringify(json)
    expect(text).not.toContain('{"type":["object","null"]}')
    for (const [, pattern] of text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)) {
      const source = JSON.parse(pattern!)
      expect(source).not.toMatch(/\/[a-z]+$/)
      expect(() => new RegExp(source, 'u')).not.toThrow()
    }
    const page = await shop.call('/api/docs')
    expect(page.text).toContain('/api/giveaways/{id}/entries')
    const shown = page.text.matchAll(/<h3><a href="#[\w-]+"><code>([A-Z]+) ([^<]+)<\/code>/g)
    const routes = [...shown].map(([, method, path]) => `${method!.toLowerCase()} ${path}`)
    expect(routes.sort()).toEqual(operations.map(({ route }) => route).sort())
  })

  it('is a page without scripts, styles and calls, whose links lead to something', async () => {
    const { text, headers } = await shop.call('/api/docs')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
    expect(text).not.toMatch(/<script|<style|style="|src="|href="https?:/)
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    expect(links.filter(id => !ids.includes(id))).toEqual([])
    expect(links.filter(id => id.startsWith('schema-')).length).toBeGreaterThan(100)
  })
})

describe('the process', () => {
  it('reports that it lives, that it can serve, and its metrics', async () => {
    expect((await shop.call('/healthz')).text).toBe('ok')
    expect((await shop.call('/readyz')).status).toBe(200)
    expect((await shop.call('/metrics')).text).toContain('http_request_duration_seconds')
  })

  it('shows files of the public prefixes only, for guests too and for ever [B-9.24] [B-9.25]', async () => {
    await shop.services.storage.put('private/secret.txt', new TextEncoder().encode('x'), 'text/plain')
    await shop.services.storage.put('products/a.webp', new TextEncoder().encode('x'), 'text/plain')
    expect((await shop.call('/files/private/secret.txt')).status).toBe(404)
    expect((await shop.call('/files/products/../private/secret.txt')).status).toBe(404)
    expect((await shop.call('/files/products/%2e%2e/private/secret.txt')).status).toBe(404)
    expect((await shop.call('/files/products/%E0%A4%A')).status).toBe(404)
    expect((await shop.call('/files/%')).status).toBe(404)
    expect((await shop.call('/files/products/a.webp')).headers.get('cache-control')).toContain('immutable')
  })
})
