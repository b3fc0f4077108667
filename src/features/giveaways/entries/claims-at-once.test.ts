import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openGivingShop } from '../testing/giving.ts'
import { enterGiveaway } from './commands/enter-giveaway.server.ts'

const giving = await openGivingShop()
const CALLS = few(60, 500)
const PEOPLE = few(40, 200)
const { shop, admin, addGiveaway, enter, slotsOf } = giving
afterEach(giving.expectAudited)

describe('concurrent claims', () => {
  it('the last credit is spent once when hundreds of calls want it [B-4.26]', async () => {
    const user = await shop.addUser({ credits: { Platinum: 1 } })
    const giveaway = await addGiveaway({ tier: 'Platinum', totalSlots: 1000 })
    const attempts = Array.from({ length: CALLS }, (_, n) => enter(giveaway, user, { slots: [n + 1] }))
    const codes = (await Promise.all(attempts)).map(({ status, json }) => json.code ?? status)
    expect(codes.filter(code => code === 200)).toHaveLength(1)
    expect(codes.filter(code => code === 'credit_needed')).toHaveLength(CALLS - 1)
  })

  it('the limit holds for one user with concurrent claims [B-4.25]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 40 } })
    const giveaway = await addGiveaway()
    const attempts = Array.from({ length: 40 }, (_, n) => enter(giveaway, user, { slots: [n + 1] }))
    const codes = (await Promise.all(attempts)).map(({ status, json }) => json.code ?? status)
    expect(codes.filter(code => code === 200)).toHaveLength(5)
    expect(codes.filter(code => code === 'entry_limit')).toHaveLength(35)
    expect((await enter(giveaway, user, { slots: [90] })).json.detail).toBe(
      'Maximum 5 slots per entry (you have 5 existing entries)',
    )
  })

  it('a crowd with ten concurrent tries each fills 20 slots exactly', async () => {
    const users = await Promise.all(Array.from({ length: PEOPLE }, () => shop.addUser({ credits: { Bronze: 5 } })))
    const giveaway = await addGiveaway({ totalSlots: 20 })
    const attempt = (n: number) =>
      enter(giveaway, users[n % PEOPLE], n % 3 === 0 ? { pick: 1 } : { slots: [1 + (n % 20), 1 + ((n * 7 + 3) % 20)] })
    // A claim that names one slot twice is refused as invalid input; the other claims race.
    const statuses = (await Promise.all(Array.from({ length: 10 * PEOPLE }, (_, n) => attempt(n)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter(status => status >= 500)).toEqual([])
    expect((await slotsOf(giveaway)).taken).toHaveLength(20)
    const { n } = await shop.services.db
      .selectFrom('credit_transfer as t')
      .innerJoin('giveaway_entry as e', join => join.on('t.source_type', '=', 'entry'))
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('e.giveaway_id', '=', giveaway.id)
      .whereRef('t.source_id', '=', eb => eb.cast<string>('e.id', 'text'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(20)
  })

  it.each(['full', 'closed'])('late claims of a %s giveaway are refused without the database', async state => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway({ title: state, totalSlots: 1 })
    await enter(giveaway, user, { slots: [1] })
    if (state === 'closed')
      await shop.call(`/api/admin/giveaways/${giveaway.id}/close`, { as: admin, json: { reason: 'A test' } })
    // The first refusal reads the giveaway.
    const first = await enter(giveaway, user, { slots: [1] })
    const lock = await shop.services.pool.connect()
    await lock.query('begin')
    await lock.query('lock table giveaway, giveaway_entry in access exclusive mode')
    const late = await Promise.all(Array.from({ length: 20 }, () => enter(giveaway, user, { slots: [1] })))
    await lock.query('rollback')
    lock.release()
    const code = state === 'full' ? 'slot_taken' : 'giveaway_ended'
    expect([first, ...late].map(({ json }) => json.code)).toEqual(Array(21).fill(code))
  })

  it('a closing giveaway takes no late entry, and the frozen list loses none', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => shop.addUser({ credits: { Bronze: 1 } })))
    const giveaway = await addGiveaway({ title: 'Closing' })
    await enter(giveaway, users[0], { slots: [1] })
    const draw = () =>
      shop.call(`/api/giveaways/${giveaway.id}/winner`, { as: admin, json: { title: 'Closing', reason: 'A test' } })
    const claims = users.slice(1).map((user, n) => enter(giveaway, user, { slots: [n + 2] }))
    const [drawn, ...entered] = await Promise.all([draw(), ...claims])
    expect(drawn.status).toBe(202)
    const inside = 1 + entered.filter(({ status }) => status === 200).length
    expect(entered.every(({ status, json }) => status === 200 || json.code === 'giveaway_ended')).toBe(true)
    const { frozen } = (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json
    expect(frozen.entries).toBe(inside)
    expect((await slotsOf(giveaway)).taken).toHaveLength(inside)
  })

  it('a random pick tries again after a lost race', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => shop.addUser({ credits: { Bronze: 1 } })))
    const giveaway = await addGiveaway({ totalSlots: 40 })
    const picks = users.map(user =>
      enterGiveaway(shop.system, { giveawayId: giveaway.id, userId: user.userId, pick: 1 }),
    )
    expect(new Set((await Promise.all(picks)).map(({ entries }) => entries[0]!.slotNumber)).size).toBe(30)
  })
})

describe('swapping', () => {
  const swap = (giveaway: { id: string }, as: TestUser, from: number, to: number) =>
    shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as, json: { from, to } })

  it('a user moves an own entry to a free slot [B-4.33] [B-5.19] [B-8.26]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [5, 6] })
    expect((await swap(giveaway, user, 5, 9)).json).toMatchObject({
      entry: { slotNumber: 9 },
      message: 'Slot swapped from 5 to 9',
    })
    expect((await slotsOf(giveaway, user)).mine).toEqual([6, 9])
    expect((await swap(giveaway, user, 9, 6)).json.detail).toBe('Selected slot is not available')
    expect((await swap(giveaway, user, 9, 101)).json.detail).toBe('Selected slot is not available')
    expect((await swap(giveaway, user, 5, 50)).json.detail).toBe('You do not have an entry in that slot')
  })

  it('one of 40 users who swap to a slot concurrently gets it', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, () => shop.addUser({ credits: { Bronze: 1 } })))
    const giveaway = await addGiveaway()
    await Promise.all(users.map((user, n) => enter(giveaway, user, { slots: [n + 1] })))
    const swapped = await Promise.all(users.map((user, n) => swap(giveaway, user, n + 1, 77)))
    expect(swapped.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(swapped.filter(({ json }) => json.code === 'swap_slot_taken')).toHaveLength(39)
  })
})
