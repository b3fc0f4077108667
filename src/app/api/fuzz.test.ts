import { expect, it } from 'vitest'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { chanceFrom } from '../../../db/demo/seeded-chance.ts'
import { createFuzz, type FuzzRequest } from '../testing/fuzz/requests.ts'
import { addCallers, knownIds } from '../testing/fuzz/world.ts'
import { ORIGIN, testShop } from '../testing/shop.ts'
import { few } from '../testing/suites/again.ts'

/** `npm run bench -- fuzz` is the long run. A failure names the seed; `FUZZ_SEED` and `FUZZ_REQUESTS` replay the run. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? few(500, 1500))
const SEED = Number(process.env.FUZZ_SEED ?? 10)
const AT_ONCE = 4

const shop = await testShop()
const admin = await shop.addUser({ admin: true })
await shoppingIn(shop).addProduct()
const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
const giveaway = { title: 'Field Kit', description: 'Goods in a box.', startDate }
await shop.call('/api/giveaways', { as: admin, json: giveaway })

it('answers hostile requests of every route without a fault of the server, and the books stay equal', async () => {
  const document = (await shop.call('/api/openapi.json')).json
  const next = createFuzz(document, chanceFrom(SEED), await knownIds(shop))
  const tokens = await addCallers(shop, shop.clock.now())
  const faults: string[] = []
  const statuses = new Map<number, number>()

  async function send({ method, path, headers, body, as, route }: FuzzRequest, number: number) {
    const init = {
      method,
      headers: { origin: ORIGIN, ...(tokens[as] && { authorization: `Bearer ${tokens[as]}` }), ...headers },
    }
    const sent = new Request(new URL(path, ORIGIN), {
      ...init,
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    })
    const answer = await shop.web.app.fetch(sent)
    const text = await answer.text()
    const { status } = answer
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500)
      faults.push(
        `${number}: ${status} ${route} as ${as}: ${method} ${path} ${String(body).slice(0, 200)} → ${text.slice(0, 200)}`,
      )
  }

  let number = 0
  const work = async () => {
    while (number < REQUESTS) {
      const request = next()
      number++
      await send(request, number)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(faults, `seed ${SEED}`).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS)
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10)
  expect(await auditCredits(shop.system)).toEqual([])
  expect(await auditCodes(shop.system)).toEqual([])
})
