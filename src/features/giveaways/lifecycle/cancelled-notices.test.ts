import { afterEach, expect, it } from 'vitest'
import { removeEntry } from '../entries/commands/staff-entries.server.ts'
import { openGivingShop } from '../testing/giving.ts'
import { cancelGiveaway } from './commands/end-giveaway.server.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter } = giving
afterEach(giving.expectAudited)

it('each entrant gets the notice although the clock moves on during the cancellation [B-24.15]', async () => {
  const [user, refunded] = [
    await shop.addUser({ credits: { Silver: 1 } }),
    await shop.addUser({ credits: { Silver: 1 } }),
  ]
  const giveaway = await addGiveaway({ title: 'Ticking Kit', tier: 'Silver' })
  await enter(giveaway, refunded, { slots: [7] })
  await enter(giveaway, user, { pick: 1 })
  await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, {
    name: 'Ada',
    email: 'ada-ticking@example.com',
  })
  await removeEntry(shop.system, { giveawayId: giveaway.id, slotNumber: 7 })
  const earlier = `update giveaway_entry set removed_as = 'cancelled', removed_at = $2 where user_id = $1`
  await shop.services.pool.query(earlier, [refunded.userId, new Date(+shop.clock.now() - 60_000)])
  let ticks = 0
  const ticking = { ...shop.system, now: () => new Date(+shop.clock.now() + ticks++) }
  await cancelGiveaway(ticking, { giveawayId: giveaway.id, title: 'Ticking Kit', reason: 'It broke.' })
  await shop.settleJobs()
  const told = async (to: string) => (await shop.outbox(to)).find(({ subject }) => subject === 'Cancelled: Ticking Kit')
  expect((await told(user.email))?.text).toContain('Your Silver credit is back in your account.')
  expect((await told('ada-ticking@example.com'))?.text).toContain('Your free entry no longer counts.')
  // Refunds mark the entries that they take out alike.
  expect(await told(refunded.email)).toBeUndefined()
})
