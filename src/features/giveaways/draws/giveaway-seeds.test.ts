import { afterAll, expect, it } from 'vitest'
import { copyOfDatabase } from '#app/testing/database-copy.ts'
import { openTestShop } from '#app/testing/shop.ts'
import { createSeals } from '#platform/secrets/seal.server.ts'
import { openGivingShop } from '../testing/giving.ts'
import { drawWinner } from './commands/draw-winner.server.ts'
import { checkDraw, commitmentOf } from './draw.ts'
import { openSeed, resealSeeds } from './giveaway-seeds.server.ts'

const { shop, addGiveaway, enter } = await openGivingShop()
const { pool, db } = shop.services
afterAll(() => shop.close())

const commitmentIn = async (giveaway: { id: string }) =>
  (await db.selectFrom('giveaway').select('commitment').where('id', '=', giveaway.id).executeTakeFirstOrThrow())
    .commitment

/** Each run of 64 hex digits in a database dump that is the seed of a commitment. */
async function seedsIn(copy: string, commitment: string): Promise<string[]> {
  const texts = [...new Set(copy.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g))]
  const hashes = await Promise.all(texts.map(commitmentOf))
  return texts.filter((_, index) => hashes[index] === commitment)
}

it('a stolen copy of the database has no seed before the draw; the published seed matches the commitment', async () => {
  const user = await shop.addUser({ credits: { Bronze: 2 } })
  const giveaway = await addGiveaway({ title: 'Sealed' })
  await enter(giveaway, user, { pick: 2 })
  const commitment = await commitmentIn(giveaway)
  expect(await seedsIn(await copyOfDatabase(pool), commitment)).toEqual([])
  await drawWinner(shop.system, { giveawayId: giveaway.id, method: 'random', title: 'Sealed', reason: 'A test' })
  expect(await seedsIn(await copyOfDatabase(pool), commitment)).toHaveLength(1)
  const proof = (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json
  expect(await checkDraw(proof)).toMatchObject({ isSeedTheCommitted: true, isWinnerRight: true })
})

it('a seed that differs from its commitment draws nothing', async () => {
  const user = await shop.addUser({ credits: { Bronze: 1 } })
  const giveaway = await addGiveaway({ title: 'Swapped' })
  await enter(giveaway, user, { pick: 1 })
  const sealed = shop.services.seals.seal('b'.repeat(64), { purpose: 'giveaway seed', owner: giveaway.id })
  await pool.query('update sealed_giveaway_seed set sealed = $2 where giveaway_id = $1', [giveaway.id, sealed])
  const draw = drawWinner(shop.system, {
    giveawayId: giveaway.id,
    method: 'random',
    title: 'Swapped',
    reason: 'A test',
  })
  await expect(draw).rejects.toThrow('not the one that was committed to')
  expect((await db.selectFrom('draw').where('giveaway_id', '=', giveaway.id).select('seed').execute()).length).toBe(0)
})

it('a seed that cannot be opened is named, and later seeds are still sealed by the new secret', async () => {
  const [broken, sound] = [await addGiveaway({ title: 'Broken' }), await addGiveaway({ title: 'Sound' })]
  const [former, current] = ['the former secret', 'the current secret'].map(secret => createSeals([secret]))
  const seals = { ...current!, open: former!.open }
  const sealedOf = async ({ id }: { id: string }) =>
    (await pool.query('select sealed from sealed_giveaway_seed where giveaway_id = $1', [id])).rows[0].sealed
  const store = (id: string, owner: string) =>
    pool.query('update sealed_giveaway_seed set sealed = $2 where giveaway_id = $1', [
      id,
      former!.seal('c'.repeat(64), { purpose: 'giveaway seed', owner }),
    ])
  await store(sound.id, sound.id)
  await store(broken.id, sound.id)
  const before = await sealedOf(broken)
  await expect(resealSeeds({ ...shop.system, seals })).rejects.toThrow(
    `The sealed value of ${broken.id} does not open.`,
  )
  expect(await sealedOf(broken)).toBe(before)
  expect(current!.isCurrent(await sealedOf(sound))).toBe(true)
})

it('seeds are sealed again by a new AUTH_SECRET', async () => {
  const former = 'the former secret of this shop and long enough'
  const current = 'the current secret of this shop and long enough'
  const first = await openTestShop({ env: { AUTH_SECRET: former } })
  const admin = await first.addUser({ admin: true })
  const json = { title: 'Field Kit', description: 'Eight goods.', startDate: first.clock.now().toISOString() }
  const { id } = (await first.call('/api/giveaways', { as: admin, json })).json
  const seed = await openSeed(first.system, id)
  await first.stop()
  const database = { ...first.database, close: async () => {} }
  const next = await openTestShop({ database, env: { AUTH_SECRET: current, AUTH_SECRET_PREVIOUS: former } })
  await next.settleJobs()
  await next.stop()
  const last = await openTestShop({ database: first.database, env: { AUTH_SECRET: current } })
  expect(await openSeed(last.system, id)).toBe(seed)
  await last.close()
})
