import { createHash } from 'node:crypto'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { parseChange, parseCreate } from '@redoubt/draw/log/log-leaf.ts'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { expect, it } from 'vitest'
import { openSeed } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { sequenceEntries } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { linesOf } from '#features/draw-log/tree/testing/replayed-tree.ts'
import { openGivingShop } from '../../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter } = giving

const change = (id: string, json: object) => asAdmin(`/api/giveaways/${id}`, json, 'PATCH')
const leavesOf = async (id: string) =>
  shop.services.db
    .selectFrom('shop_log')
    .select(['kind', 'leaf'])
    .where('giveaway_id', '=', id)
    .orderBy('index')
    .execute()

it('a published giveaway’s terms are logged, again when they change before the first entry, and fixed by it [B-16.7] [B-16.8]', async () => {
  const draft = await addGiveaway({ isDraft: true, totalSlots: 60 })
  await change(draft.id, { totalSlots: 70 })
  expect(await leavesOf(draft.id)).toEqual([])
  await change(draft.id, { isDraft: false })
  await change(draft.id, { description: 'Told better.' })
  await change(draft.id, { totalSlots: 80, entryLimit: 3 })
  const created = (await leavesOf(draft.id)).map(({ leaf }) => parseCreate(leaf))
  expect(created.map(({ slots, limit, end, gap, margin }) => ({ slots, limit, end, gap, margin }))).toEqual([
    { slots: 70, limit: 5, end: null, gap: 10, margin: 2 },
    { slots: 80, limit: 3, end: null, gap: 10, margin: 2 },
  ])
  const commitment = commitmentOf(draft.id, await openSeed(shop.system, draft.id))
  expect(created.map(leaf => leaf.commitment)).toEqual([commitment, commitment])
  expect((await shop.call(`/api/giveaways/${draft.id}`)).json.commitment).toBe(commitment)
  expect(created[0]!.policy).toBe(sha256Hex((await shop.call('/api/log')).json.policy))

  const user = await shop.addUser({ credits: { Bronze: 1 } })
  await enter(draft, user, { slots: [80] })
  await asAdmin(`/api/admin/giveaways/${draft.id}/entries/80`, undefined, 'DELETE')
  // A removed entry binds too: its leaves stay.
  for (const terms of [
    { totalSlots: 79 },
    { entryLimit: 4 },
    { startDate: inDays(1) },
    { tier: 'Gold', entryLimit: null },
  ])
    expect((await change(draft.id, terms)).json.code).toBe('terms_fixed')
  const endDate = inDays(5)
  expect((await change(draft.id, { endDate, value: 40, rulesReason: 'A new maker' })).status).toBe(200)
  const [, , changed, ...others] = await leavesOf(draft.id)
  expect(others).toEqual([])
  expect(parseChange(changed!.leaf)).toMatchObject({
    field: 'end',
    before: sha256Hex('none'),
    after: sha256Hex(String(+new Date(endDate))),
  })
  await sequenceEntries(shop.system)
  expect((await linesOf(shop.system, draft.id))[0]).toBe(
    `open ${draft.id} ${sha256Hex((await leavesOf(draft.id))[1]!.leaf)}`,
  )
})

it('a giveaway of 0.9.0 gets its create leaf and its commitment with the first leaf of its tree', async () => {
  const { id } = await addGiveaway({ isDraft: true })
  const seed = await openSeed(shop.system, id)
  const former = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')
  const published = { commitment: former, published_at: shop.clock.now() }
  await shop.services.db.updateTable('giveaway').set(published).where('id', '=', id).execute()
  const user = await shop.addUser({ credits: { Bronze: 1 } })
  expect((await enter({ id }, user, { slots: [1] })).status).toBe(200)
  await sequenceEntries(shop.system)
  const [created] = await leavesOf(id)
  expect(parseCreate(created!.leaf).commitment).toBe(commitmentOf(id, seed))
  expect((await shop.call(`/api/giveaways/${id}`)).json.commitment).toBe(commitmentOf(id, seed))
  expect(await linesOf(shop.system, id)).toHaveLength(2)
})

it('a giveaway whose seed is not the committed one gets no leaf, and the others go on', async () => {
  const [wrong, right] = [await addGiveaway({ isDraft: true }), await addGiveaway()]
  const user = await shop.addUser({ credits: { Bronze: 2 } })
  const published = { commitment: 'ab'.repeat(32), published_at: shop.clock.now() }
  await shop.services.db.updateTable('giveaway').set(published).where('id', '=', wrong.id).execute()
  for (const giveaway of [wrong, right]) expect((await enter(giveaway, user, { slots: [1] })).status).toBe(200)
  await sequenceEntries(shop.system)
  expect(await leavesOf(wrong.id)).toEqual([])
  expect(await linesOf(shop.system, wrong.id)).toEqual([])
  expect(await linesOf(shop.system, right.id)).toHaveLength(2)
})
