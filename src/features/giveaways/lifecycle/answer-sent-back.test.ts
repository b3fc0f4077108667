import { expect, it } from 'vitest'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, admin, inDays, asAdmin, addGiveaway, enter, endedDaysAgo } = giving

const read = async (id: string) => (await shop.call(`/api/giveaways/${id}`, { as: admin })).json
const patch = (id: string, json: object) => asAdmin(`/api/giveaways/${id}`, json, 'PATCH')
/** The stored row, without what every edit changes. */
async function stored(id: string) {
  const row = await shop.services.db.selectFrom('giveaway').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...row, version: 0, updated_at: 0, rules_version: 0 }
}

it.each(['before its start', 'open with entries', 'over'])(
  'a giveaway %s that GET answers can be sent back by PATCH, and nothing changes [B-7.43]',
  async state => {
    const giveaway = await addGiveaway({ startDate: inDays(state === 'before its start' ? 3 : -1), endDate: inDays(9) })
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    if (state !== 'before its start') expect((await enter(giveaway, user, { slots: [4] })).status).toBe(200)
    if (state === 'over') await endedDaysAgo(giveaway, 2)
    await shop.settleJobs()
    const [shown, before] = [await read(giveaway.id), await stored(giveaway.id)]
    const answer = await patch(giveaway.id, shown)
    expect(answer.status, answer.text).toBe(200)
    expect(await read(giveaway.id)).toEqual(shown)
    expect(await stored(giveaway.id)).toEqual(before)
    // The answer of PATCH has the staff's fields too.
    const other = { title: 'Other Kit', rulesReason: 'A typing error' }
    expect((await patch(giveaway.id, { ...answer.json, ...other })).json).toMatchObject({ title: 'Other Kit' })
    expect(await stored(giveaway.id)).toEqual({ ...before, title: 'Other Kit' })
  },
)

it('a new giveaway takes the derived fields and an empty image, and ignores them [B-7.43]', async () => {
  const status = 'active' as const
  const derived = { status, isActive: true, entries: [], availableSlots: 3, image: '' as const, images: [] }
  expect(await addGiveaway(derived)).toMatchObject({ state: 'open', availableSlots: 100, entriesCount: 0, image: null })
  const shown = await addGiveaway()
  for (const image of ['', '/logo-plate.svg'])
    expect((await patch(shown.id, { image })).json).toMatchObject({ image: null, images: [] })
})

it('a slot is entered by `slotNumber` too, once and for the caller only [B-7.18]', async () => {
  const giveaway = await addGiveaway()
  const [user, other] = [await shop.addUser({ credits: { Bronze: 2 } }), await shop.addUser()]
  const { userId } = user
  expect((await enter(giveaway, user, { slotNumber: 7, userId })).json.entries).toMatchObject([{ slotNumber: 7 }])
  expect((await enter(giveaway, user, { slotNumber: 7, userId })).json).toMatchObject({
    code: 'slot_taken',
    slots: [7],
  })
  expect((await enter(giveaway, user, { slotNumber: 8, userId: other.userId })).json.code).toBe('Unauthorized')
  for (const json of [{ slotNumber: 8, slots: [8] }, { slotNumber: 8, pick: 1 }, {}])
    expect((await enter(giveaway, user, json)).json.errors).toEqual({ slots: ['Please select at least one slot'] })
  expect((await enter(giveaway, user, { slotNumber: 0 })).json.errors).toHaveProperty('slotNumber')
})
