import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { zipIn } from '#kernel/shipping/testing/zip-in.ts'
import { STATES } from '#kernel/shipping/us-states.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter, frozenNumbers } = giving
afterEach(giving.expectAudited)

const moveTo = async (as: TestUser, state: string) => {
  const shippingAddress = { line1: '2 Fort Street', city: 'Reno', state, postalCode: zipIn(state) }
  expect((await shop.call('/api/my/profile', { as, json: { shippingAddress } })).status).toBe(200)
  await shop.settleJobs()
}
const balance = async (as: TestUser) => (await shop.call('/api/credits', { as })).json.bronzeCredits
const subjects = async ({ email }: TestUser) => (await shop.outbox(email)).map(({ subject }) => subject)
const WITHOUT_NEVADA = STATES.filter(code => code !== 'NV')

describe('an entrant who moves into an excluded state', () => {
  it('is told once, marked for staff, and taken out at the freeze with the credits back [B-22.10] [B-22.11] [B-22.12]', async () => {
    const giveaway = await addGiveaway({ eligibleStates: WITHOUT_NEVADA, endDate: inDays(9) })
    const [mover, stayer] = [
      await shop.addUser({ credits: { Bronze: 2 } }),
      await shop.addUser({ credits: { Bronze: 1 } }),
    ]
    await enter(giveaway, mover, { slots: [4, 5] })
    await enter(giveaway, stayer, { slots: [6] })
    await moveTo(mover, 'NV')
    await moveTo(mover, 'UT')
    await moveTo(mover, 'Nevada')
    expect(await subjects(mover)).toEqual(['Your entries in Field Kit: please check your address'])
    const marks = (await asAdmin(`/api/giveaways/${giveaway.id}/entries`)).json.entries
    expect(marks.map((entry: { ineligible: string | null }) => entry.ineligible)).toEqual([
      'state_excluded',
      'state_excluded',
      null,
    ])
    await giving.drawnNow(giveaway)
    expect(await frozenNumbers(giveaway)).toEqual([6])
    expect(await balance(mover)).toBe(2)
    await shop.settleJobs()
    expect(await subjects(mover)).toContain('Your entries in Field Kit were taken out')
    expect((await shop.outbox(mover.email))[0]!.text).toContain('2 Bronze credits are back in your account.')
    expect(await subjects(stayer)).not.toContain('Your entries in Field Kit were taken out')
  })

  it('stays in when the address is put right before the freeze [B-22.12]', async () => {
    const giveaway = await addGiveaway({ eligibleStates: WITHOUT_NEVADA })
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    await enter(giveaway, user, { slots: [4] })
    await moveTo(user, 'NV')
    await moveTo(user, 'TX')
    await giving.drawnNow(giveaway)
    expect(await frozenNumbers(giveaway)).toEqual([4])
  })

  it('claims and moves at once leave no entry of an excluded state in the list, and every credit is counted [B-22.12]', async () => {
    const giveaway = await addGiveaway({ eligibleStates: WITHOUT_NEVADA })
    const users = await Promise.all(Array.from({ length: 12 }, () => shop.addUser({ credits: { Bronze: 3 } })))
    const { db } = shop.services
    const liveIn = (user: TestUser, state: string) =>
      db.updateTable('shipping_address').set({ state }).where('user_id', '=', user.userId).execute()
    await Promise.all(
      users.flatMap((user, at) => [
        enter(giveaway, user, { pick: 2 }),
        liveIn(user, at % 2 ? 'NV' : 'TX'),
        enter(giveaway, user, { pick: 1 }),
      ]),
    )
    const frozen = await Promise.allSettled([
      giving.drawnNow(giveaway),
      ...users.map(user => enter(giveaway, user, { pick: 1 })),
    ])
    expect(frozen[0]!.status).toBe('fulfilled')
    const owners = await db
      .selectFrom('giveaway_entry as e')
      .innerJoin('shipping_address as a', 'a.user_id', 'e.user_id')
      .select(['a.state', 'e.user_id'])
      .where('e.giveaway_id', '=', giveaway.id)
      .where('e.removed_at', 'is', null)
      .execute()
    expect(owners.every(({ state }) => state === 'TX')).toBe(true)
    for (const [at, user] of users.entries()) if (at % 2) expect(await balance(user)).toBe(3)
  })

  it('is told when the giveaway’s terms change, and an emptied giveaway stays closed without a draw [B-22.10] [B-22.12]', async () => {
    const giveaway = await addGiveaway({ endDate: inDays(1) })
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    await enter(giveaway, user, { slots: [4] })
    await asAdmin(`/api/giveaways/${giveaway.id}`, { eligibleStates: ['TX'], rulesReason: 'A law' }, 'PATCH')
    await shop.settleJobs()
    expect(await subjects(user)).toEqual(['Your entries in Field Kit: please check your address'])
    const now = shop.clock.now()
    shop.clock.advance(10 * 86_400_000)
    await giving.tend()
    await giving.tend()
    // The token of the user is of the day before.
    shop.clock.set(now)
    expect(await balance(user)).toBe(1)
    const freezes = await shop.services.db
      .selectFrom('draw_freeze')
      .select('slip')
      .where('giveaway_id', '=', giveaway.id)
      .execute()
    expect(freezes).toEqual([])
  })
})
