import { expect, it } from 'vitest'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter } = giving

/** The fields of a giveaway that clients rely on. Additional API fields are not checked here. */
const GIVEAWAY = {
  id: expect.any(String),
  title: 'Field Kit',
  description: 'Eight goods in one box.',
  image: null,
  images: [],
  tier: 'Silver',
  value: 850,
  totalSlots: 20,
  availableSlots: 18,
  startDate: inDays(-1),
  endDate: inDays(9),
  earlyAccessDate: inDays(-3),
  status: 'active',
  isActive: true,
  category: 'Silver',
  entryLimit: 5,
  subscriptionVisibilityOnly: false,
}
const giveaway = await addGiveaway({ tier: 'Silver', value: 850, totalSlots: 20, endDate: inDays(9) })
const user = await shop.addUser({ credits: { Silver: 2 } })
await enter(giveaway, user, { slots: [9, 4] })

const entry = (slotNumber: number) => ({
  id: expect.any(String),
  giveawayId: giveaway.id,
  userId: user.userId,
  email: user.email,
  slotNumber,
  tier: 'Silver',
  date: shop.clock.now().toISOString(),
  isAutoEntry: false,
})

it('a giveaway has all fields, with the caller’s own entries only [B-3.7] [B-7.16] [B-12.50] [B-12.65]', async () => {
  const other = await shop.addUser()
  const read = async (as?: typeof user) => {
    const one = (await shop.call(`/api/giveaways/${giveaway.id}`, as ? { as } : {})).json
    const { giveaways } = (await shop.call('/api/giveaways', as ? { as } : {})).json
    expect(giveaways).toEqual([one])
    return one
  }
  expect(await read(user)).toMatchObject({ ...GIVEAWAY, entries: [entry(4), entry(9)] })
  expect(await read(other)).toMatchObject({ ...GIVEAWAY, entries: [] })
  const asGuest = await read()
  expect(asGuest).toMatchObject({ ...GIVEAWAY, entries: [] })
  expect(JSON.stringify(asGuest)).not.toContain(user.email)
})

it('an entry has all fields for its owner and for staff, and no other user reads it [B-3.8] [B-7.6] [B-12.51]', async () => {
  const { entries } = (await shop.call('/api/my/entries', { as: user })).json
  const bySlot = (one: { slotNumber: number }, other: { slotNumber: number }) => one.slotNumber - other.slotNumber
  expect(entries.toSorted(bySlot)).toMatchObject([entry(4), entry(9)])
  const all = (await asAdmin(`/api/giveaways/${giveaway.id}/entries`)).json.entries
  expect(all).toMatchObject([entry(4), entry(9)])
  const other = await shop.addUser()
  expect((await shop.call('/api/my/entries', { as: other })).json.entries).toEqual([])
  const path = `/api/giveaways/${giveaway.id}/entries`
  expect([(await shop.call(path, { as: other })).status, (await shop.call(path)).status]).toEqual([403, 401])
})
