import { expect, it } from 'vitest'
import { drawNow } from '#features/giveaways/testing/draw-now.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { forgetHolders } from '../commands/forget-holders.server.ts'
import { readReceipts } from '../queries/entry-receipts.server.ts'

const giving = await openGivingShop()
const { shop, addGiveaway, enter } = giving

it('three years after the draw the key of its holders is deleted, and that of a running giveaway stays [B-16.15]', async () => {
  const user = await shop.addUser({ credits: { Bronze: 2 } })
  const [over, running] = [await addGiveaway(), await addGiveaway()]
  for (const giveaway of [over, running]) await enter(giveaway, user, { slots: [1] })
  await drawNow(shop, over)
  const keys = async () => {
    const rows = await shop.services.db.selectFrom('holder_key').select('giveaway_id').execute()
    return rows.map(row => row.giveaway_id).sort()
  }
  const entries = await shop.services.db.selectFrom('giveaway_entry').select(['id', 'giveaway_id']).execute()
  const receipts = async () => {
    const asked = entries.map(({ id, giveaway_id }) => ({ id, giveawayId: giveaway_id, personId: user.userId }))
    const found = await readReceipts(shop.system, asked)
    return Object.fromEntries(asked.map(({ id, giveawayId }) => [giveawayId, found.get(id)!.receipt]))
  }
  shop.clock.advance(3 * 365 * DAY_MS)
  expect(await forgetHolders(shop.system)).toBe(0)
  expect(await receipts()).toEqual({ [over.id]: expect.any(String), [running.id]: expect.any(String) })
  shop.clock.advance(2 * DAY_MS)
  expect(await forgetHolders(shop.system)).toBe(1)
  expect(await keys()).toEqual([running.id])
  expect(await receipts()).toEqual({ [over.id]: null, [running.id]: expect.any(String) })
})
