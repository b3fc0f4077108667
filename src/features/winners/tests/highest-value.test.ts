import { afterEach, expect, it } from 'vitest'
import { openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, drawn, placesOf, winner, keyFor, accept, tend } = prizes
afterEach(prizes.expectAudited)

async function told(title: string, value: number) {
  const { giveaway } = await drawn(2, { title, value })
  await tend()
  const [first] = await placesOf(giveaway)
  return { giveaway, first }
}

/** The last release lets staff lower the value of a drawn prize. */
const lowerAsBefore = ({ id }: { id: string }) =>
  shop.services.pool.query('update giveaway set value_cents = 10000, version = version + 1 where id = $1', [id])

it('a prize whose value is lowered after the draw is passed on by two persons all the same [B-34.1] [B-34.17]', async () => {
  const { giveaway, first } = await told('Lowered', 5000)
  const manager = await shop.addUser({ role: 'manager' })
  const lower = { as: manager, json: { value: 100, rulesReason: 'A cheaper one' }, method: 'PATCH' }
  expect((await shop.call(`/api/giveaways/${giveaway.id}`, lower)).json.code).toBe('prize_fixed')
  await lowerAsBefore(giveaway)
  await shop.changeSettings({ draw: { twoPersonsFrom: 100_000 } })
  expect(await winner(first.id)).toMatchObject({ giveaway: { value: 100 }, takesTwoPersons: true })
  // The page says why, with the value that counts.
  expect(await winner(first.id)).toMatchObject({ whyTwoPersons: 'value', countedValue: 5000 })
  await asAdmin(`/api/admin/winners/${first.id}/pass-on`, { as: 'disqualified', reason: 'Lives abroad' })
  expect(await winner(first.id)).toMatchObject({ state: 'notified', task: 'confirm-pass' })
  expect(await placesOf(giveaway)).toHaveLength(1)
})

it('the papers are those of the highest value, also when it is lower at the moment of the answer [B-34.2]', async () => {
  const { giveaway, first } = await told('Papers', 2400)
  await lowerAsBefore(giveaway)
  expect((await accept(first.id, { key: await keyFor(first.email) })).status).toBe(200)
  const kinds = (await winner(first.id)).papers.map(({ kind }: { kind: string }) => kind)
  expect(kinds.toSorted()).toEqual(['affidavit', 'tax-form'])
})
