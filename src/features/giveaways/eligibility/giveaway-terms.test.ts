import { afterEach, describe, expect, it } from 'vitest'
import { STATES } from '#kernel/shipping/us-states.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter } = giving
afterEach(giving.expectAudited)

/** Each change of the terms has a reason for the official rules. */
const patch = (id: string, json: object) =>
  asAdmin(`/api/giveaways/${id}`, { rulesReason: 'A law changed.', ...json }, 'PATCH')
const read = async (id: string) => (await shop.call(`/api/giveaways/${id}`)).json

describe('who may enter a giveaway', () => {
  it('a new giveaway is open to the 50 states and DC from the age of the settings on [B-22.1] [B-22.2]', async () => {
    const { id } = await addGiveaway()
    expect(await read(id)).toMatchObject({ eligibleStates: STATES, minimumAge: 21 })
    expect((await asAdmin(`/api/admin/giveaways/${id}`)).json).toMatchObject({ ownMinimumAge: null })
  })

  it('staff choose states and age until the freeze, and a copy has them too [B-22.1] [B-22.2] [B-22.7]', async () => {
    const giveaway = await addGiveaway({ endDate: inDays(9) })
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    await enter(giveaway, user, { slots: [4] })
    const terms = { eligibleStates: ['TX', 'PR', 'AL'], minimumAge: 25 }
    expect((await patch(giveaway.id, terms)).json).toMatchObject({ eligibleStates: ['AL', 'TX', 'PR'], minimumAge: 25 })
    expect((await enter(giveaway, user, { slots: [5] })).json).toMatchObject({
      code: 'state_excluded',
      detail: 'This giveaway is not open to residents of Utah.',
    })
    const copy = (await asAdmin(`/api/admin/giveaways/${giveaway.id}/duplicate`, {})).json
    expect(copy).toMatchObject({ eligibleStates: ['AL', 'TX', 'PR'], ownMinimumAge: 25 })
    await patch(giveaway.id, { eligibleStates: ['UT'], minimumAge: null })
    await giving.drawnNow(giveaway)
    for (const json of [{ eligibleStates: ['TX'] }, { minimumAge: 30 }])
      expect((await patch(giveaway.id, json)).json.code).toBe('giveaway_closed')
  })

  it.each([
    [{ eligibleStates: [] }, { eligibleStates: ['Choose at least one state.'] }],
    [{ eligibleStates: ['XX'] }, { 'eligibleStates.0': ['Name states by their two letters.'] }],
    [{ minimumAge: 20 }, { minimumAge: ['The minimum age is 21 or more.'] }],
  ])('terms %j are refused with a sentence [B-22.1] [B-22.2]', async (json, errors) => {
    const { id } = await addGiveaway()
    expect((await patch(id, json)).json.errors).toEqual(errors)
  })

  it('auto-entry passes over a member in an excluded state and says why [B-22.8]', async () => {
    await shop.settleJobs()
    const member = await shop.addUser({ subscriber: true, credits: { Bronze: 1 } })
    await shop.call('/api/my/auto-entry', { as: member, json: { enabled: true } })
    const { id } = await addGiveaway({ eligibleStates: ['TX'] })
    await shop.settleJobs()
    const row = await shop.services.db
      .selectFrom('auto_entry')
      .select('skipped')
      .where('giveaway_id', '=', id)
      .where('user_id', '=', member.userId)
      .executeTakeFirst()
    expect(row).toEqual({ skipped: 'state_excluded' })
  })

  it('a swap of a person who moved away is refused, and the entry stays [B-22.8]', async () => {
    const giveaway = await addGiveaway({ eligibleStates: ['UT'] })
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    await enter(giveaway, user, { slots: [4] })
    const address = { line1: '2 Fort Street', city: 'Reno', state: 'Nevada', postalCode: '89501' }
    expect((await shop.call('/api/my/profile', { as: user, json: { shippingAddress: address } })).status).toBe(200)
    const swap = () => shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as: user, json: { from: 4, to: 5 } })
    expect((await swap()).json).toMatchObject({
      status: 403,
      detail: 'This giveaway is not open to residents of Nevada.',
    })
    expect((await giving.slotsOf(giveaway, user)).mine).toEqual([4])
  })
})
