import { globSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { holdingsOf } from '../../testing/fuzz/holdings.ts'
import { requestSchemasOf } from '../../testing/schemas/request-schemas.ts'
import { ORIGIN } from '../../testing/shop.ts'
import { firstOf, isWhole } from '../../testing/suites/again.ts'
import type { TestUser } from '../../testing/users.ts'
import { createApi } from '../api.server.ts'

const { shop, addGiveaway } = await openGivingShop()
const admin = await shop.addUser({ admin: true })
const { json: document } = await shop.call('/api/openapi.json')

const routes = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) => {
  const [method = '', path = ''] = route.split(' ')
  if (part !== 'json') return []
  const operation = document.paths[`/api${path}`][method.toLowerCase()]
  return [{ method, path, access: operation['x-access'], operation, isOptional: schema.safeParse({}).success }]
})
type Route = (typeof routes)[number]

const server = createServer(getRequestListener(shop.web.app.fetch)).listen(0, '127.0.0.1')
await new Promise(done => server.once('listening', done))
closeAfter(() => new Promise(done => server.close(done)))
const { port } = server.address() as AddressInfo

type Answer = { status: number; code: string | undefined; errors: Record<string, string[]> | undefined }
/** Sends a request as a program does over HTTP, with these headers and bytes. */
const send = (method: string, path: string, headers: Record<string, string>, body: string, as?: TestUser) =>
  new Promise<Answer>((done, fail) => {
    const call = request({ port, method, path: `/api${path}` }, async answer => {
      const text = (await answer.toArray()).join('')
      const json = text.startsWith('{') ? JSON.parse(text) : {}
      done({ status: answer.statusCode!, code: json.code, errors: json.errors })
    })
    // Node states no length for a DELETE.
    const length = body && { 'content-length': String(body.length) }
    const all = { origin: ORIGIN, ...length, ...headers, ...(as && { authorization: `Bearer ${as.idToken}` }) }
    for (const [name, value] of Object.entries(all)) call.setHeader(name, value)
    call.on('error', fail)
    call.end(body)
  })

const JSON_TYPE = { 'content-type': 'application/json' }
const STATED = { 'content-length': '0' }
const CHUNKED = { 'transfer-encoding': 'chunked' }
/** Every way to send no body: its headers, and white space that stands for it. */
const ABSENT: Record<string, [headers: Record<string, string>, body?: string]> = {
  'no header': [{}],
  'JSON, no length': [JSON_TYPE],
  'JSON of 0 bytes': [{ ...JSON_TYPE, ...STATED }],
  'JSON in no chunk': [{ ...JSON_TYPE, ...CHUNKED }],
  'JSON in UTF-8': [{ 'content-type': 'application/json; charset=utf-8', ...STATED }],
  'plain text': [{ 'content-type': 'text/plain', ...STATED }],
  'a form': [{ 'content-type': 'application/x-www-form-urlencoded', ...STATED }],
  'a form of parts': [{ 'content-type': 'multipart/form-data', ...CHUNKED }],
  'no type in no chunk': [CHUNKED],
  'a line end': [JSON_TYPE, '\r\n'],
  'a blank text': [{ 'content-type': 'text/plain' }, ' \t '],
}

/** The ways for the route at this place: each way at many routes, and each of them at each route with `--all`. */
const waysAt = (place: number) =>
  isWhole ? Object.entries(ABSENT) : Object.entries(ABSENT).filter((_, way) => (way + place) % 4 === 0)

const callers = { anyone: async () => undefined, user: () => shop.addUser(), admin: async () => admin }
const unknown = (path: string) =>
  path
    .replace(/\{(slotNumber|number)\}/, '7')
    .replace(/\{year\}/, '2026')
    .replace(/\{\w+\}/g, () => crypto.randomUUID())

async function answersOf({ method, path, access }: Route, place: number) {
  const answer = async (headers: Record<string, string>, body: string) =>
    // A user of their own for each call, because a call may change the caller.
    send(method, unknown(path), headers, body, await callers[access as keyof typeof callers]())
  const empty = await answer(JSON_TYPE, '{}')
  const absent = new Map<string, Answer>()
  for (const [what, [headers, body = '']] of waysAt(place)) absent.set(what, await answer(headers, body))
  return { empty, absent }
}

it('an absent body is taken as {} by every route whose fields are all optional [B-7.46]', async () => {
  const optional = routes.filter(({ isOptional }) => isOptional)
  expect(optional.length).toBeGreaterThan(25)
  for (const [place, route] of optional.entries()) {
    const { empty, absent } = await answersOf(route, place)
    expect(empty.code, `${route.method} ${route.path}`).not.toBe('invalid_input')
    for (const [what, answer] of absent) expect(answer, `${route.method} ${route.path}, ${what}`).toEqual(empty)
    expect(route.operation.requestBody.required ?? false, `${route.method} ${route.path}`).toBe(false)
  }
})

it('an absent body is refused by field where a field is required [B-7.46]', async () => {
  const before = await holdingsOf(shop)
  const required = routes.filter(({ isOptional }) => !isOptional)
  expect(required.length).toBeGreaterThan(100)
  for (const [place, route] of required.entries()) {
    const { empty, absent } = await answersOf(route, place)
    expect(Object.keys(empty.errors ?? {}), `${route.method} ${route.path}`).not.toEqual([])
    for (const [what, answer] of absent) {
      expect(answer, `${route.method} ${route.path}, ${what}`).toEqual(empty)
      expect(answer.status, `${route.method} ${route.path}, ${what}`).toBe(400)
    }
    expect(route.operation.requestBody.required, `${route.method} ${route.path}`).toBe(true)
  }
  const { users: _, shipping_address: __, ...after } = await holdingsOf(shop)
  expect(before).toMatchObject(after)
})

it('an absent body and {} are one request under an Idempotency-Key [B-7.46]', async () => {
  const posts = routes.filter(({ method, isOptional }) => method === 'POST' && isOptional)
  expect(posts.length).toBeGreaterThan(9)
  for (const [place, { method, path, access }] of posts.entries()) {
    const bodies = [
      [JSON_TYPE, '{}'],
      ...waysAt(place).map(([, [headers, body = '']]) => [headers, body] as const),
    ] as const
    const caller = await callers[access as keyof typeof callers]()
    const address = unknown(path)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const codes = []
    for (const [headers, body] of [...bodies, ...bodies.toReversed()])
      codes.push((await send(method, address, { ...headers, ...key }, body, caller)).code)
    expect(codes, `${method} ${path}`).not.toContain('idempotency_mismatch')
    expect(
      (await send(method, address, { ...JSON_TYPE, ...key }, '{"a":1}', caller)).status,
      `${method} ${path}`,
    ).toBeGreaterThanOrEqual(400)
  }
})

it('a giveaway is deleted by a call without a body, whatever its type [B-7.46]', async () => {
  for (const [what, [headers, body = '']] of Object.entries(ABSENT)) {
    const { id } = await addGiveaway()
    expect((await send('DELETE', `/giveaways/${id}`, headers, body, admin)).status, what).toBe(200)
    expect((await shop.call(`/api/giveaways/${id}`)).status, what).toBeGreaterThanOrEqual(404)
  }
})

it('a body that is no JSON is refused with a sentence by every route that takes one [B-7.46]', async () => {
  for (const { method, path, access } of routes) {
    const caller = await callers[access as keyof typeof callers]()
    for (const body of firstOf(['{', '{"a":', "{'a':1}", '\u0000']))
      expect(await send(method, unknown(path), JSON_TYPE, body, caller), `${method} ${path} ${body}`).toMatchObject({
        status: 400,
        errors: { body: ['The body is not valid JSON.'] },
      })
  }
})

it('no refusal of an input goes without its field [B-7.46]', () => {
  const bare = globSync('src/**/*.ts')
    .filter(file => !file.includes('.test.') && /refuse\('invalid_input'\)/.test(readFileSync(file, 'utf8')))
    .toSorted()
  // A message of the socket has one field.
  expect(bare).toEqual(['src/app/services/realtime.server.ts'])
})

it('an absent upload is refused by field', async () => {
  for (const path of ['/products/images', '/giveaways/images']) {
    const { status, errors } = await send('POST', path, { ...STATED }, '', admin)
    expect([path, status, Object.keys(errors ?? {})]).toEqual([path, 400, ['files']])
  }
})
