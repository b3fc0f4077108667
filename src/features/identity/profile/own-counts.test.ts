import { expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'

const giving = await openGivingShop()
const staffing = await staffingIn(giving.shop)

it('a profile counts active entries and paid orders, as the users of the admin area do [B-3.1] [B-7.4]', async () => {
  const { shop, addGiveaway, enter } = giving
  const as = await shop.addUser({ credits: { Silver: 5 } })
  const counts = async () => {
    const { entries, purchases } = (await shop.call('/api/my/profile', { as })).json
    return { entries, purchases }
  }
  expect(await counts()).toEqual({ entries: 0, purchases: 0 })
  const open = await addGiveaway({ tier: 'Silver' })
  const ended = await addGiveaway({ tier: 'Silver' })
  await enter(open, as, { slots: [1, 2] })
  await enter(ended, as, { slots: [3] })
  await staffing.paidOrder([{}, {}], { as })
  const { item } = await staffing.addProduct()
  await staffing.checkout(as, [item])
  expect(await counts()).toEqual({ entries: 3, purchases: 1 })

  const closed = { closed_at: shop.clock.now(), closed_reason: 'ended' as const }
  await shop.services.db.updateTable('giveaway').set(closed).where('id', '=', ended.id).execute()
  expect(await counts()).toEqual({ entries: 2, purchases: 1 })
  const saved = await shop.call('/api/my/profile', { as, json: { name: 'Sam Vale' } })
  expect(saved.json).toMatchObject({ entries: 2, purchases: 1 })
  const row = await staffing.staff(`users/search?q=${encodeURIComponent(as.email)}`)
  expect(row.json.users).toMatchObject([{ entries: 2, purchases: 1 }])
})
