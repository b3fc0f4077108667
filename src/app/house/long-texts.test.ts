import { expect, it } from 'vitest'
import { createWhole, type Schema } from '../testing/bad-bodies.ts'
import { testShop } from '../testing/shop.ts'

/** Texts that make a backtracking pattern take quadratic time. */
const ATTACKS: ((length: number) => string)[] = [
  n => `<${' '.repeat(n)}x`,
  n => `${' \n'.repeat(n / 2)}x`,
  n => `${'a'.repeat(n)}!`,
  n => `a${'=-'.repeat(n / 2)}!`,
  n => `a@${'.a'.repeat(n / 2)}@`,
  n => `${'0'.repeat(n)}!`,
  n => '"\''.repeat(n / 2),
  n => '<script '.repeat(n / 8),
  n => '[(*\\'.repeat(n / 4),
]
const BODY_TEXT = 16_000
/** Node refuses a longer request line. */
const QUERY_TEXT = 3000
/** A faster call delays no other caller, so it is not measured again. */
const SUSPECT_MS = 40
/** Four times the text: linear work takes 4 times as long, quadratic work 16 times. */
const GROWTH = 4
const MOST_GROWTH = 10
const TRIES = 3
/** A second apart, because garbage collection and jobs of this process count too; a slow pattern is slow in every round. */
const ROUNDS = 3

type Parameter = { name: string; in: string; schema: Schema }
type Operation = {
  'x-access': 'anyone' | 'user' | 'admin'
  parameters?: Parameter[]
  requestBody?: { content?: { 'application/json'?: { schema: Schema } } }
}
/** Sends one call with all texts made by `textOf`. */
type Route = {
  name: string
  longest: number
  send: (textOf: (length: number) => string, length: number) => Promise<unknown>
}

const shop = await testShop()
const user = await shop.addUser()
const admin = await shop.addUser({ admin: true })

async function routesWithTexts(): Promise<Route[]> {
  const { json } = await shop.call('/api/openapi.json')
  const whole = createWhole(json.components.schemas)
  return Object.entries<Record<string, Operation>>(json.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): Route[] => {
      const as = { anyone: undefined, user, admin }[operation['x-access']]
      const call = (query: string, body?: string) =>
        shop.call(path.replace(/\{\w+\}/g, () => crypto.randomUUID()) + query, {
          method: method.toUpperCase(),
          ...(as && { as }),
          ...(body && { body, headers: { 'content-type': 'application/json' } }),
        })
      const queried = (operation.parameters ?? []).filter(one => one.in === 'query')
      const schema = operation.requestBody?.content?.['application/json']?.schema
      const routes: Route[] = []
      if (queried.length > 0)
        routes.push({
          name: `${method} ${path}, query`,
          longest: QUERY_TEXT,
          send: (textOf, length) => {
            const each = Math.floor(length / queried.length)
            return call(`?${new URLSearchParams(queried.map(({ name }) => [name, textOf(each)]))}`)
          },
        })
      if (schema) {
        const body = JSON.stringify(whole.of(schema, 'all'))
        const places = [...whole.places(schema)].filter(place => [place.schema.type].flat().includes('string'))
        const texts = new Set(places.map(({ path: [...names] }) => names.at(-1)))
        if (texts.size > 0)
          routes.push({
            name: `${method} ${path}, body`,
            longest: BODY_TEXT,
            send: (textOf, length) =>
              call(
                '',
                JSON.stringify(
                  JSON.parse(body, (name, value) =>
                    texts.has(name) && typeof value === 'string' ? textOf(length) : value,
                  ),
                ),
              ),
          })
      }
      return routes
    }),
  )
}

/** CPU time of this process in milliseconds; other processes do not count. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user: micros, system } = process.cpuUsage(before)
  return (micros + system) / 1000
}

async function leastCostOf(work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = []
  for (let tries = 0; tries < TRIES; tries++) costs.push(await costOf(work))
  return Math.min(...costs)
}

it('the time for any text of any route grows at most with its length', async () => {
  const routes = await routesWithTexts()
  const slow: string[] = []
  for (const { name, longest, send } of routes) {
    for (const textOf of ATTACKS) {
      if ((await costOf(() => send(textOf, longest))) < SUSPECT_MS) continue
      const growths: string[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const long = await leastCostOf(() => send(textOf, longest))
        const short = await leastCostOf(() => send(textOf, longest / GROWTH))
        if (long < SUSPECT_MS || long <= short * MOST_GROWTH) break
        growths.push(`${short} ms, then ${long} ms`)
        await new Promise(done => setTimeout(done, 1000))
      }
      if (growths.length === ROUNDS) slow.push(`${name}, ${textOf(16)}: ${growths.join('; ')}`)
    }
  }
  expect(slow).toEqual([])
  expect(routes.length).toBeGreaterThan(150)
})
