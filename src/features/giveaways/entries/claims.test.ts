import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import type { Giveaway } from '../giveaway/contract.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, admin, inDays, addGiveaway, enter, slotsOf, drawnNow, frozenNumbers } = giving
afterEach(giving.expectAudited)

describe('entering', () => {
  it('a claim spends a credit on each slot and answers the rest [B-1.4] [B-6.2] [B-7.17] [B-7.18] [B-7.32]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3, Gold: 2 } })
    const giveaway = await addGiveaway()
    const entered = await enter(giveaway, user, { slots: [17, 4] })
    expect(entered.json).toMatchObject({
      entries: [{ slotNumber: 4 }, { slotNumber: 17 }],
      credits: { userId: user.userId, bronzeCredits: 1, silverCredits: 0, goldCredits: 2, platinumCredits: 0 },
    })
    const board = { totalSlots: 100, taken: [4, 17], staff: [] }
    expect(await slotsOf(giveaway)).toEqual({ ...board, odds: { own: 0, all: 2 } })
    expect(await slotsOf(giveaway, user)).toEqual({
      ...board,
      mine: [4, 17],
      limitUsed: 2,
      ineligible: null,
      odds: { own: 2, all: 2 },
    })
    const { entries } = (await shop.call('/api/my/entries', { as: user })).json
    expect(entries.map((entry: { slotNumber: number }) => entry.slotNumber).sort()).toEqual([17, 4])
    const history = (await shop.call('/api/my/credits/history', { as: user })).json.items
    expect(history[0]).toMatchObject({ type: 'spent', amount: -1, sourceType: 'entry', tier: 'Bronze' })
  })

  it('a random pick chooses free slots [B-1.19] [B-4.22]', async () => {
    const user = await shop.addUser({ credits: { Gold: 10 } })
    const giveaway = await addGiveaway({ tier: 'Gold', totalSlots: 10 })
    expect((await enter(giveaway, user, { pick: 7 })).json.entries).toHaveLength(7)
    const late = await shop.addUser({ credits: { Gold: 10 } })
    expect((await enter(giveaway, late, { pick: 4 })).json).toMatchObject({ code: 'too_few_free', free: 3 })
    expect((await enter(giveaway, late, { pick: 3 })).json.entries).toHaveLength(3)
    expect((await enter(giveaway, late, { pick: 1 })).json).toMatchObject({
      status: 409,
      code: 'sold_out',
      detail: 'All slots have been reserved!',
    })
  })

  it('a claim takes all slots or none, names the lost ones and offers the nearest free ones [B-5.16]', async () => {
    const first = await shop.addUser({ credits: { Bronze: 5 } })
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway({ totalSlots: 12 })
    await enter(giveaway, first, { slots: [3, 4, 12] })
    const refused = await enter(giveaway, user, { slots: [2, 3, 12] })
    expect(refused.json).toMatchObject({
      status: 409,
      code: 'slot_taken',
      detail: 'Slot(s) 3, 12 are not available',
      slots: [3, 12],
      nearest: { 3: 1, 12: 11 },
    })
    expect((await slotsOf(giveaway, user)).mine).toEqual([])
    expect((await shop.call('/api/credits', { as: user })).json.bronzeCredits).toBe(5)
  })

  it('staff enter before the start and where only members may, and their entries are marked and not drawn [B-6.4]', async () => {
    const giveaways = [
      await addGiveaway({ title: 'Coming', startDate: inDays(9) }),
      await addGiveaway({ title: 'Members', subscriptionVisibilityOnly: true }),
      await addGiveaway({ title: 'Open' }),
    ]
    for (const giveaway of giveaways) {
      expect((await enter(giveaway, admin, { slots: [1] })).status).toBe(200)
      const { entries } = (await shop.call(`/api/giveaways/${giveaway.id}/entries`, { as: admin })).json
      expect(entries).toMatchObject([{ slotNumber: 1, isStaff: true, email: admin.email }])
    }
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const open = giveaways[2]!
    await enter(open, user, { slots: [2] })
    const { result } = await drawnNow(open)
    expect([await frozenNumbers(open), result!.winnerSlot]).toEqual([[2], 2])
  })

  it('a claim takes the caller’s own id with a slot number, and refuses another user’s [B-6.7] [B-7.18] [B-12.163]', async () => {
    const [user, other] = [
      await shop.addUser({ credits: { Bronze: 2 } }),
      await shop.addUser({ credits: { Bronze: 2 } }),
    ]
    const giveaway = await addGiveaway()
    const own = await enter(giveaway, user, { slotNumber: 6, userId: user.userId })
    expect([own.status, own.json.entries]).toEqual([200, [expect.objectContaining({ slotNumber: 6 })]])
    expect((await enter(giveaway, user, { slots: [8], userId: user.userId })).status).toBe(200)
    for (const as of [user, admin])
      for (const slot of [{ slotNumber: 7 }, { slots: [7] }, { pick: 1 }])
        expect((await enter(giveaway, as, { ...slot, userId: other.userId })).json).toMatchObject({
          status: 403,
          detail: 'Unauthorized access',
        })
    expect(await slotsOf(giveaway, other)).toMatchObject({ taken: [6, 8], mine: [] })
  })

  it('one Idempotency-Key makes one claim', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => shop.call(`/api/giveaways/${giveaway.id}/entries`, { as: user, json: { pick: 2 }, headers })
    const first = await send()
    expect((await send()).json).toEqual(first.json)
    expect((await shop.call('/api/credits', { as: user })).json.bronzeCredits).toBe(3)
  })
})

describe('limits of entering', () => {
  it('subscribers enter from early access on, and no user before: the refusal tells the time left [B-1.5] [B-8.19]', async () => {
    const member = await shop.addUser({ subscriber: true, credits: { Bronze: 5 } })
    const giveaway = await addGiveaway({ startDate: inDays(3) })
    expect((await enter(giveaway, member, { slots: [1] })).json).toMatchObject({
      code: 'not_yet_for_subscribers',
      detail: 'This giveaway will be available to subscribers in 24 hours.',
    })
    const soon = { earlyAccessDate: inDays(10 / (24 * 60)) }
    await shop.call(`/api/giveaways/${giveaway.id}`, { as: admin, method: 'PATCH', json: soon })
    expect((await enter(giveaway, member, { slots: [1] })).json.detail).toBe(
      'This giveaway will be available to subscribers in 10 minutes.',
    )
    const patch = { earlyAccessDate: inDays(0) }
    await shop.call(`/api/giveaways/${giveaway.id}`, { as: admin, method: 'PATCH', json: patch })
    expect((await enter(giveaway, member, { slots: [1] })).status).toBe(200)
  })

  it.each([
    [{ slots: [] }, 'slots', 'Please select at least one slot'],
    [{}, 'slots', 'Please select at least one slot'],
    [{ slots: [1], pick: 1 }, 'slots', 'Please select at least one slot'],
    [{ slots: [1], slotNumber: 1 }, 'slots', 'Please select at least one slot'],
    [{ slotNumber: 0 }, 'slotNumber', 'At least 1.'],
    [{ slots: [2, 2] }, 'slots', 'Name each slot once.'],
    [{ slots: [1], isStaff: true }, 'isStaff', 'This field is not known.'],
  ])('refuses %j [B-5.14]', async (json, field, sentence) => {
    const user = await shop.addUser()
    const giveaway = await addGiveaway()
    const { status, json: problem } = await enter(giveaway, user, json)
    expect([status, problem.errors[field]]).toEqual([400, [sentence]])
  })

  it('numbers after the last slot cannot be bought', async () => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const giveaway = await addGiveaway({ totalSlots: 10 })
    expect((await enter(giveaway, user, { slots: [11] })).json).toMatchObject({ code: 'slot_taken', slots: [11] })
  })
})

describe('visibility of giveaways', () => {
  it('members see giveaways in early access and for members only, other users those that have started [B-4.23] [B-4.24] [B-6.1] [B-6.4] [B-7.16] [B-8.19] [B-12.49]', async () => {
    const giveaways = await Promise.all([
      addGiveaway({ title: 'Seen by all' }),
      addGiveaway({ title: 'In early access', startDate: inDays(1) }),
      addGiveaway({ title: 'Coming', startDate: inDays(4) }),
      addGiveaway({ title: 'Members', subscriptionVisibilityOnly: true }),
    ])
    const [open, early, coming, members] = giveaways
    const [user, member] = await Promise.all([shop.addUser(), shop.addUser({ subscriber: true })])
    const seen = async (as?: TestUser) => {
      const listed = (await shop.call('/api/giveaways', as ? { as } : {})).json.giveaways
      const ids = listed.map((giveaway: Giveaway) => giveaway.id)
      return giveaways.map(giveaway => ids.includes(giveaway.id))
    }
    expect(await seen()).toEqual([true, false, false, false])
    expect(await seen(user)).toEqual([true, false, false, false])
    expect(await seen(member)).toEqual([true, true, false, true])
    expect(await seen(admin)).toEqual([true, true, true, true])

    const ask = async (giveaway: Giveaway, as?: TestUser, path = '') => {
      const { status, json } = await shop.call(`/api/giveaways/${giveaway.slug}${path}`, as ? { as } : {})
      return status === 200 ? 200 : json
    }
    for (const path of ['', '/slots']) {
      expect(await ask(open!, undefined, path)).toBe(200)
      expect(await ask(members!, user, path)).toMatchObject({ status: 404, code: 'giveaway_not_found' })
      expect(await ask(early!, undefined, path)).toMatchObject({ status: 404, code: 'giveaway_not_found' })
      expect(await ask(early!, user, path)).toMatchObject({
        status: 404,
        detail: 'This giveaway will be available to free users in 24 hours.',
      })
      expect(await ask(early!, member, path)).toBe(200)
      expect(await ask(coming!, member, path)).toMatchObject({
        status: 404,
        detail: 'This giveaway will be available to subscribers in 48 hours.',
      })
    }
    expect(await ask(early!, user)).toMatchObject({ name: 'In early access', opensAt: early!.startDate })
    expect(await ask(coming!, member)).toMatchObject({ opensAt: coming!.earlyAccessDate })
  })
})
