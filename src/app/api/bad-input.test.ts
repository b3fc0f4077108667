import { expect, it } from 'vitest'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { badBodies, type Schema } from '../testing/bad-bodies.ts'
import { holdingsOf } from '../testing/fuzz/holdings.ts'
import { ORIGIN, testShop } from '../testing/shop.ts'

type Operation = {
  'x-access': 'anyone' | 'user' | 'admin'
  requestBody?: { content?: { 'application/json'?: { schema: Schema } } }
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
type Route = { method: string; path: string; access: Operation['x-access']; schema: Schema }

const shop = await testShop()
const user = await shop.addUser({ credits: { Bronze: 5 } })
const admin = await shop.addUser({ admin: true })
const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
const giveaway = { title: 'Field Kit', description: 'Goods in a box.', startDate }
const product = await shoppingIn(shop).addProduct()
/** Path parameters that name existing rows, so that only the body is wrong. */
const ids = {
  product: product.id,
  giveaway: (await shop.call('/api/giveaways', { as: admin, json: giveaway })).json.id,
}
await shop.call(`/api/giveaways/${ids.giveaway}/entries`, { as: user, json: { slots: [3] } })

const document: Document = (await shop.call('/api/openapi.json')).json
const schemas = document.components.schemas
const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema
    return schema ? [{ method: method.toUpperCase(), path, access: operation['x-access'], schema }] : []
  }),
)
await shop.settleJobs()

const addressOf = (path: string) =>
  path
    .replace(
      /(products|giveaways)\/\{id\}/,
      (_, noun: string) => `${noun}/${ids[noun.slice(0, -1) as keyof typeof ids]}`,
    )
    .replace(/\{(slotNumber|number)\}/, '7')
    .replace(/\{year\}/, '2026')
    .replace(/\{\w+\}/g, () => crypto.randomUUID())

async function send({ method, path, access }: Route, body: string | undefined, contentType?: string) {
  const headers = { origin: ORIGIN, ...(contentType && { 'content-type': contentType }) }
  const as = { anyone: undefined, user, admin }[access]
  return shop.call(addressOf(path), { method, headers, ...(body !== undefined && { body }), ...(as && { as }) })
}

/** Validator messages that users should not see. */
const OF_PROGRAMMERS = /Invalid (input|option|UUID|discriminator)|Too (big|small):|expected |received |Unrecognized/

/** @returns the fault of a refusal; undefined when the refusal is correct. */
function faultOf({ status, headers, json }: Awaited<ReturnType<typeof send>>, field?: string): string | undefined {
  if (status < 400 || status >= 500) return `answered ${status} ${JSON.stringify(json)?.slice(0, 120)}`
  if (headers.get('content-type') !== 'application/problem+json' || !json.code) return 'no problem+json with a code'
  if (OF_PROGRAMMERS.test(JSON.stringify(json.errors ?? ''))) return `says ${JSON.stringify(json.errors).slice(0, 120)}`
  const named = Object.keys(json.errors ?? {})
  const isNamed = !field || named.some(name => name === field || name.startsWith(`${field}.`))
  return isNamed ? undefined : `names ${json.code} ${JSON.stringify(json.errors)?.slice(0, 120)}`
}

it('every route refuses every wrong body by field, and nothing changes [B-9.40]', async () => {
  const before = await holdingsOf(shop)
  const wrong: string[] = []
  let sent = 0
  for (const route of routes) {
    for (const { what, text, field } of badBodies(route.schema, schemas)) {
      const fault = faultOf(await send(route, text, 'application/json'), field)
      if (fault) wrong.push(`${route.method} ${route.path}, ${what}: ${fault}`)
      sent++
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(800)
  expect(await holdingsOf(shop)).toEqual(before)
})

it('a tier is Bronze, Silver, Gold or Platinum in every part of the API [B-9.4]', async () => {
  const found: string[][] = []
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { enum: values } = part as { enum?: unknown }
    // `Free` marks the list of a user's standing in the admin area, which names memberships too.
    if (Array.isArray(values) && values.includes('Bronze') && !values.includes('Free'))
      found.push(values.filter((value: string | null) => value !== null))
    for (const child of Object.values(part)) look(child)
  }
  look((await shop.call('/api/openapi.json')).json)
  expect(found.length).toBeGreaterThan(10)
  expect(new Set(found.map(values => values.join()))).toEqual(new Set(['Bronze,Silver,Gold,Platinum']))
})

it('refuses a body that is not announced as JSON', async () => {
  const before = await holdingsOf(shop)
  const wrong: string[] = []
  for (const route of routes) {
    for (const [body, type] of [
      ['{}', undefined],
      ['{}', 'text/plain'],
      ['a=b', 'multipart/form-data'],
    ] as const) {
      const fault = faultOf(await send(route, body, type), 'body')
      if (fault) wrong.push(`${route.method} ${route.path}, ${body} as ${type}: ${fault}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await holdingsOf(shop)).toEqual(before)
})

it('names the first 100 unknown fields of a body, not 100,000', async () => {
  const item = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, 1]))
  const { status, json, text } = await shop.call('/api/payments/quote', { json: { items: Array(50).fill(item) } })
  expect([status, json.code, Object.keys(json.errors).length]).toEqual([400, 'invalid_input', 100])
  expect(text.length).toBeLessThan(10_000)
})

/** Deleting a missing row is not an error on this route. */
const FORGIVING = 'delete /api/admin/saved-filters/{id}'

it('finds nothing by an invalid or unknown id', async () => {
  const { paths }: Document = (await shop.call('/api/openapi.json')).json
  const wrong: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!path.includes('{id}') || operation.requestBody || operation['x-access'] === 'anyone') continue
      for (const id of ['nope', '-1', 'a'.repeat(300), crypto.randomUUID()]) {
        const address = `${path.replaceAll('{id}', id)}${path.endsWith('/plan-change') ? '?plan=yearly' : ''}`
        const { status, json } = await shop.call(address, { method: method.toUpperCase(), as: admin })
        if (`${method} ${path}` === FORGIVING && status === 200) continue
        if (status !== 404 || !json.detail) wrong.push(`${method} ${address}: ${status} ${json?.code}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
