import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { Giveaway, SlotBoard } from '../giveaway/contract.ts'
import { type Odds, oddsInWords } from '../giveaway/rules.ts'
import { movedBoard } from '../giveaway/web/moved-board.ts'
import { openGivingShop } from '../testing/giving.ts'
import { flagNewestEntries } from './commands/dispute-entries.server.ts'
import type { MyEntry } from './contract.ts'

const giving = await openGivingShop()
const { shop, admin, asAdmin, addGiveaway, enter, slotsOf, endedDaysAgo, drawnNow, drawDue, frozenNumbers } = giving
afterEach(giving.expectAudited)

const SLOTS = 12
const shoppers = [
  await shop.addUser({ credits: { Bronze: 500 } }),
  await shop.addUser({ credits: { Bronze: 500 } }),
] as const
const staff = await shop.addUser({ admin: true, credits: { Bronze: 500 } })
const everyone = [...shoppers, staff]

const emailOf = (user: TestUser) => user.email
const mail = (giveaway: { id: string }, email: string) =>
  asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, { email, name: 'Sam Card' })
const flag = (giveaway: { id: string }, user: TestUser) =>
  transact(shop.system, tx =>
    flagNewestEntries(tx, {
      disputeId: crypto.randomUUID(),
      userId: user.userId,
      giveawayIds: [giveaway.id],
      tier: 'Bronze',
      count: 1,
    }),
  )

type Step = { act: 'buy' | 'mail' | 'mail of a stranger' | 'remove' | 'dispute'; who: number; at: number }
const steps = fc.array(
  fc.record({
    act: fc.constantFrom<Step['act']>('buy', 'buy', 'mail', 'mail of a stranger', 'remove', 'dispute'),
    who: fc.nat(2),
    at: fc.nat(SLOTS - 1),
  }),
  { minLength: 1, maxLength: 10 },
)

async function perform(giveaway: Giveaway, { act, who, at }: Step) {
  const user = everyone[who]!
  if (act === 'buy') await enter(giveaway, user, { slots: [at + 1] })
  if (act === 'mail') await mail(giveaway, emailOf(user))
  if (act === 'mail of a stranger') await mail(giveaway, `stranger-${at}@example.com`)
  if (act === 'remove') await asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/${at + 1}`, undefined, 'DELETE')
  if (act === 'dispute' && user !== staff) await flag(giveaway, user)
}

/** All odds figures that a user's screens show for a giveaway. */
async function shownTo(user: TestUser, { id }: Giveaway): Promise<Record<string, Odds>> {
  const [board, page, list, mine] = await Promise.all([
    slotsOf({ id }, user) as Promise<SlotBoard>,
    shop.call(`/api/giveaways/${id}`, { as: user }),
    shop.call('/api/giveaways', { as: user }),
    shop.call('/api/my/entries', { as: user }),
  ])
  const own = (mine.json.entries as MyEntry[]).find(entry => entry.giveawayId === id)
  return {
    dialog: board.odds,
    page: page.json.odds,
    list: (list.json.giveaways as Giveaway[]).find(giveaway => giveaway.id === id)!.odds,
    ...(own && { mine: own.odds }),
  }
}

describe('the odds on a screen', () => {
  it('the odds are one over what the draw draws from, for any mix of bought, mailed, staff, removed and disputed entries [B-2.81]', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async plan => {
        const title = `Odds ${crypto.randomUUID()}`
        const giveaway = await addGiveaway({ title, totalSlots: SLOTS, entryLimit: 50 })
        for (const step of plan) {
          await perform(giveaway, step)
          shop.clock.advance(1000)
        }
        const shown = await Promise.all(everyone.map(user => shownTo(user, giveaway)))
        const staffView = (await asAdmin(`/api/admin/giveaways/${giveaway.id}`)).json
        const debug = (await asAdmin(`/api/admin/giveaways/${giveaway.id}/debug`)).json
        const frozen = await asAdmin(`/api/giveaways/${giveaway.id}/winner`, { title, reason: 'A test' })
        const list = frozen.status === 202 ? await frozenNumbers(giveaway) : []
        for (const [at, user] of everyone.entries()) {
          const mine = new Set((await slotsOf(giveaway, user)).mine)
          const expected = { own: list.filter(slot => mine.has(slot)).length, all: list.length }
          for (const [screen, odds] of Object.entries(shown[at]!))
            expect({ screen, odds }).toEqual({ screen, odds: expected })
        }
        expect([staffView.entriesInDraw, debug.list.entries]).toEqual([list.length, list.length])
      }),
      { numRuns: few(5, 15) },
    )
  })

  it('an entry among 6, one of them by mail, has odds of 1 in 6 [B-2.81]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 20 })
    await enter(giveaway, shoppers[0], { slots: [1] })
    await enter(giveaway, shoppers[1], { slots: [2, 3, 4, 5] })
    await mail(giveaway, 'card@example.com')
    const { odds } = await slotsOf(giveaway, shoppers[0])
    expect(oddsInWords(odds)).toBe('1 in 6')
    expect(oddsInWords((await slotsOf(giveaway)).odds)).toBeNull()
  })
})

describe('the entry limit', () => {
  it('an entry by mail takes nothing from the limit, on the screen as in the claim [B-2.82] [B-4.25]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 20, entryLimit: 2 })
    await mail(giveaway, emailOf(shoppers[0]))
    expect(await slotsOf(giveaway, shoppers[0])).toMatchObject({ mine: [21], limitUsed: 0 })
    expect((await enter(giveaway, shoppers[0], { slots: [1, 2] })).status).toBe(200)
    expect(await slotsOf(giveaway, shoppers[0])).toMatchObject({ mine: [1, 2, 21], limitUsed: 2 })
    expect((await enter(giveaway, shoppers[0], { slots: [3] })).json.detail).toBe(
      'Maximum 2 slots per entry (you have 2 existing entries)',
    )
  })
})

describe('entries of staff', () => {
  it('everyone reads which slots staff took, bought or by mail, and that no draw chooses from them [B-2.81] [B-6.4]', async () => {
    const title = 'Tried by Staff'
    const giveaway = await addGiveaway({ title, totalSlots: 20 })
    await enter(giveaway, admin, { slots: [4, 5] })
    await mail(giveaway, emailOf(staff))
    await enter(giveaway, shoppers[0], { slots: [6] })
    const { odds: own, ...board } = await slotsOf(giveaway, admin)
    expect(board).toMatchObject({ taken: [4, 5, 6], staff: [4, 5, 21], mine: [4, 5] })
    expect(own).toEqual({ own: 0, all: 1 })
    expect(await slotsOf(giveaway)).toEqual({
      totalSlots: 20,
      taken: [4, 5, 6],
      staff: [4, 5, 21],
      odds: { own: 0, all: 1 },
    })
    await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as: admin, json: { from: 5, to: 7 } })
    expect((await slotsOf(giveaway)).staff).toEqual([4, 7, 21])
    await drawnNow(giveaway)
    expect(await frozenNumbers(giveaway)).toEqual([6])
  })

  it('an update of the board by live messages equals a board that is read again [B-2.81]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 20 })
    const heard: { taken: number[]; freed: number[]; staff: number[] }[] = []
    const stop = shop.services.signals.subscribe('slots', message => heard.push(message as (typeof heard)[number]))
    const before: SlotBoard = await slotsOf(giveaway, shoppers[1])
    await enter(giveaway, admin, { slots: [4, 5] })
    await enter(giveaway, shoppers[0], { slots: [6] })
    await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as: admin, json: { from: 5, to: 7 } })
    await expect.poll(() => heard.flatMap(({ taken }) => taken)).toContain(7)
    const after = heard.reduce<SlotBoard>((board, moves) => movedBoard(board, moves), before)
    expect(after).toEqual(await slotsOf(giveaway, shoppers[1]))
    stop()
  })
})

it('a closed giveaway with nothing but disputed entries waits, and holds up no other draw', async () => {
  const [waiting, due] = [await addGiveaway({ title: 'Disputed' }), await addGiveaway({ title: 'Due' })]
  for (const giveaway of [waiting, due]) await enter(giveaway, shoppers[0], { slots: [1] })
  expect(await flag(waiting, shoppers[0])).toBe(1)
  await endedDaysAgo(waiting, 10)
  await endedDaysAgo(due, 9)
  expect(await drawDue()).toBe(1)
  expect((await shop.call(`/api/giveaways/${waiting.id}`)).json.state).toBe('closed')
  expect((await shop.call(`/api/giveaways/${due.id}`)).json.state).toBe('drawn')
})
