import { expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'

const { shop, addGiveaway } = await openGivingShop({ env: { RATE_LIMITS: 'on' } })

it('many requests from one network are limited, and none of them is an entry [B-24.9]', async () => {
  await shop.changeSettings({ freeEntry: { online: true } })
  const giveaway = await addGiveaway()
  const home = { line1: '1 Elm Street', city: 'Reno', state: 'NV', postalCode: '89501', birthDate: '1990-05-04' }
  const calls = Array.from({ length: 200 }, (_, n) =>
    shop.call(`/api/giveaways/${giveaway.id}/free-entries`, {
      json: { name: `Bot ${n}`, email: `bot-${n}@example.com`, ...home },
    }),
  )
  const answers = await Promise.all(calls)
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.length).toBeLessThanOrEqual(30)
  expect(new Set(taken.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ json }) => json.code === 'LimitExceededException')).toHaveLength(200 - taken.length)
  const { count } = await shop.services.db
    .selectFrom('giveaway_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})
