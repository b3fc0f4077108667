import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { expect, it } from 'vitest'
import { copyOfDatabase } from '#app/testing/database-copy.ts'
import { openTestShop } from '#app/testing/shop.ts'
import { openSeed, resealSeeds } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { createSeals } from '#platform/secrets/seal.server.ts'

const giving = await openGivingShop()
const { shop, addGiveaway, enter, drawnNow } = giving
const { pool, db } = shop.services

const commitmentIn = async (giveaway: { id: string }) =>
  (await db.selectFrom('giveaway').select('commitment').where('id', '=', giveaway.id).executeTakeFirstOrThrow())
    .commitment

/** Each run of 64 hex digits in a database dump that is the seed of a commitment. */
async function seedsIn(copy: string, giveaway: { id: string }): Promise<string[]> {
  const commitment = await commitmentIn(giveaway)
  const texts = [...new Set(copy.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g))]
  return texts.filter(text => commitmentOf(giveaway.id, text) === commitment)
}

it('a stolen copy of the database has no seed before the freeze; the published seed matches the commitment', async () => {
  const user = await shop.addUser({ credits: { Bronze: 2 } })
  const giveaway = await addGiveaway({ title: 'Sealed' })
  await enter(giveaway, user, { pick: 2 })
  expect(await seedsIn(await copyOfDatabase(pool), giveaway)).toEqual([])
  const { frozen, commitment } = await drawnNow(giveaway)
  expect(await seedsIn(await copyOfDatabase(pool), giveaway)).toEqual([frozen!.seed])
  expect(commitment).toBe(await commitmentIn(giveaway))
})

it('a seed that was swapped or lost is never used: the manifest says void, and the round alone decides [B-20.4]', async () => {
  const user = await shop.addUser({ credits: { Bronze: 2 } })
  const swap = (id: string) =>
    pool.query('update sealed_giveaway_seed set sealed = $2 where giveaway_id = $1', [
      id,
      shop.services.seals.seal('b'.repeat(64), { purpose: 'giveaway seed', owner: id }),
    ])
  const spoil = (id: string) =>
    pool.query(
      `update sealed_giveaway_seed set sealed = overlay(sealed placing 'AAAA' from 40) where giveaway_id = $1`,
      [id],
    )
  for (const [title, act] of [
    ['Swapped', swap],
    ['Lost', spoil],
  ] as const) {
    const giveaway = await addGiveaway({ title })
    await enter(giveaway, user, { pick: 1 })
    await act(giveaway.id)
    const { faults } = (await shop.call(`/api/admin/giveaways/${giveaway.id}/debug`, { as: giving.admin })).json
    expect(faults).toEqual([expect.stringMatching(/^The secret /)])
    expect((await drawnNow(giveaway)).frozen!.seed).toBe('void')
    const verdict = verifyBundle((await shop.call(`/api/giveaways/${giveaway.id}/draw.json`)).text)
    expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
  }
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
