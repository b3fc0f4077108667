import { markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { freeEntryData } from '#features/free-entry/personal-data.server.ts'
import { autoEnter } from '#features/giveaways/entries/commands/auto-entry.server.ts'
import {
  endFlags,
  flagNewestEntries,
  lockUndrawn,
} from '#features/giveaways/entries/commands/dispute-entries.server.ts'
import { giveawaysData } from '#features/giveaways/personal-data.server.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { transact } from '#kernel/transaction.server.ts'
import { expectTreeEqualsRows, linesOf } from '../testing/replayed-tree.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter } = giving
afterEach(giving.expectAudited)

const SLOTS = 12
const USERS = 4

const user = fc.nat(USERS - 1)
const slot = fc.integer({ min: 1, max: SLOTS })
type Act = { do: string; user?: number | null; into?: number; slots?: number[]; isMarked?: boolean; pick?: number }
type MoreOfAct = { from?: number; to?: number; slot?: number; returnCredit?: boolean; count?: number; isLost?: boolean }

const act: fc.Arbitrary<Act & MoreOfAct> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('claim'),
      user,
      slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }),
      isMarked: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pick'), user, pick: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('swap'), user, from: fc.nat(SLOTS), to: slot }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('remove'),
      slot: fc.integer({ min: 1, max: SLOTS + 3 }),
      returnCredit: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card'), user: fc.option(user) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('staff'), slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('auto') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute'), user, count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide'), isLost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge'), user, into: user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), user }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sequence') }) },
)
type World = { id: string; users: TestUser[]; disputes: { id: string; userId: string }[]; names: number }

/** One is a member, for auto-entry; two memberships cannot be merged. */
const addUser = (place: number) => shop.addUser({ subscriber: place === 0, credits: { Bronze: 30 } })

/** A refusal is a valid outcome; a fault is not. */
const accepted = (answer: { status: number; text: string }) =>
  expect([200, 403, 404, 409], answer.text).toContain(answer.status)

async function run(world: World, step: Act & MoreOfAct): Promise<void> {
  const { id, users } = world
  const as = users[step.user ?? 0]!
  switch (step.do) {
    case 'claim': {
      const marks = step.slots!.map(number => markOf(String(number).padStart(32, '0')))
      return accepted(await enter({ id }, as, { slots: step.slots, ...(step.isMarked && { marks }) }))
    }
    case 'pick':
      return accepted(await enter({ id }, as, { pick: step.pick }))
    case 'swap':
      return accepted(
        await shop.call(`/api/giveaways/${id}/entries/swap`, {
          as,
          json: { from: await ownSlot(world, as, step.from!), to: step.to },
        }),
      )
    case 'remove':
      return accepted(
        await asAdmin(`/api/admin/giveaways/${id}/entries/${step.slot}`, { returnCredit: step.returnCredit }, 'DELETE'),
      )
    case 'card': {
      const email = step.user === null ? `card${world.names++}@example.com` : as.email
      return accepted(await asAdmin(`/api/admin/giveaways/${id}/private-entries`, { name: 'Ada', email }))
    }
    case 'staff':
      return accepted(await enter({ id }, giving.admin, { slots: step.slots }))
    case 'auto':
      await shop.services.pool.query('update giveaway set auto_entered_at = null where id = $1', [id])
      return void (await autoEnter(shop.system, id))
    case 'sequence':
      return void (await expectTreeEqualsRows(shop.system, id))
    case 'merge':
      return merge(world, step.user!, step.into!)
    case 'leave':
      await transact(shop.system, async tx => {
        for (const part of [giveawaysData, freeEntryData]) await part.erase(tx, { ...as, phone: null })
      })
      users[step.user!] = await addUser(step.user!)
      return
    default:
      return dispute(world, step)
  }
}

/** One of the user's slots, or one that is not. */
async function ownSlot({ id }: World, { userId }: TestUser, place: number): Promise<number> {
  const rows = await shop.services.db
    .selectFrom('giveaway_entry')
    .select('slot_number')
    .where('giveaway_id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('slot_number')
    .execute()
  return rows[place % Math.max(1, rows.length)]?.slot_number ?? 1
}

async function merge({ users }: World, from: number, into: number): Promise<void> {
  if (from === into) return
  const ids = { from: users[from]!.userId, into: users[into]!.userId }
  accepted(await asAdmin('/api/admin/users/merge', { ...ids, reason: 'The same person' }))
  users[from] = await addUser(from)
  // The merge ended the sessions of both accounts.
  users[into] = await addUser(into)
}

async function dispute(world: World, step: Act & MoreOfAct): Promise<void> {
  if (step.do === 'dispute') {
    const [disputeId, { userId }] = [crypto.randomUUID(), world.users[step.user!]!]
    await transact(shop.system, async tx => {
      const giveawayIds = await lockUndrawn(tx, userId, ['Bronze'])
      await flagNewestEntries(tx, { disputeId, userId, giveawayIds, tier: 'Bronze', count: step.count! })
    })
    world.disputes.push({ id: disputeId, userId })
    return
  }
  const open = world.disputes.pop()
  if (!open) return
  await transact(shop.system, tx => endFlags(tx, { disputeId: open.id, userId: open.userId, isLost: step.isLost! }))
}

/** Acts that write every kind of leaf. */
const EVERY_KIND: (Act & MoreOfAct)[] = [
  { do: 'claim', user: 1, slots: [1, 2, 3], isMarked: false },
  { do: 'claim', user: 2, slots: [4, 5], isMarked: true },
  { do: 'staff', slots: [10] },
  { do: 'swap', user: 1, from: 0, to: 11 },
  { do: 'remove', slot: 2, returnCredit: true },
  { do: 'remove', slot: 3, returnCredit: false },
  { do: 'dispute', user: 2, count: 1 },
  { do: 'decide', isLost: true },
  { do: 'merge', user: 1, into: 2 },
  { do: 'claim', user: 3, slots: [9], isMarked: false },
  { do: 'leave', user: 3 },
  // Last, because they take any free slot, which an act above may name.
  { do: 'auto' },
  { do: 'card', user: null },
  { do: 'sequence' },
]

it('random acts through the front door leave a tree whose replay is the live rows [B-16.4]', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async steps => {
      const { id } = await addGiveaway({ totalSlots: SLOTS, entryLimit: 8 })
      // The giveaway's own job of auto-entry is done before members want one.
      await shop.settleJobs()
      const users = await Promise.all(Array.from({ length: USERS }, (_, place) => addUser(place)))
      for (const { userId } of users)
        await shop.services.db
          .insertInto('auto_entry_preference')
          .values({ user_id: userId, enabled: true, changed_at: shop.clock.now() })
          .execute()
      const world: World = { id, users, disputes: [], names: 0 }
      for (const step of steps) {
        await run(world, step)
        shop.clock.advance(1000)
      }
      await expectTreeEqualsRows(shop.system, id)
      for (const line of await linesOf(shop.system, id)) seen.add(kindOf(line))
    }),
    { numRuns: few(3, 10), examples: [[EVERY_KIND]] },
  )
  expect([...seen].sort()).toEqual([
    'enter auto',
    'enter credit',
    'enter staff',
    'mail',
    'move',
    'open',
    'out cancelled',
    'out forfeit',
    'out left',
    'out staff',
    'same',
  ])
})

function kindOf(line: string): string {
  const [kind, , , third] = line.split(' ')
  return kind === 'enter' || kind === 'out' ? `${kind} ${third}` : kind!
}
