import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { openGivingShop } from '../../testing/giving.ts'
import { claimSlots, type SlotClaim } from './claim-slots.server.ts'

const giving = await openGivingShop()
const { shop, inDays, addGiveaway, slotsOf } = giving
const { db, pool } = shop.services
/** The claims of another process meet those of the first only in the database. */
const other = openDatabase(shop.database.url, 8)
afterEach(giving.expectAudited)
afterAll(() => other.db.destroy())

const MARK = '00112233445566778899aabbccddeeff'

function claimOf(giveaway: { id: string }, { userId }: Pick<TestUser, 'userId'>, slots: number[]): SlotClaim {
  const idsOf = () => slots.map(newId)
  return {
    giveawayId: giveaway.id,
    userId,
    isStaff: false,
    isAutoEntry: false,
    slots,
    pick: null,
    ids: idsOf(),
    transferIds: idsOf(),
    now: shop.clock.now(),
    bornUntil: '2005-03-02',
    marks: slots.map(() => MARK),
    holder: 'ab'.repeat(32),
  }
}
const shoppers = (count: number, credits = { Bronze: 3 }) =>
  Promise.all(Array.from({ length: count }, () => shop.addUser({ credits })))
const set = (giveaway: { id: string }, values: Record<string, unknown>) =>
  db.updateTable('giveaway').set(values).where('id', '=', giveaway.id).execute()

const GIVEAWAYS: Record<string, Record<string, unknown>> = {
  open: { tier: 'Bronze' },
  archived: { archived_at: '2026-03-01' },
  draft: { published_at: null },
  closed: { closed_at: '2026-03-01', closed_reason: 'ended' },
  ended: { ends_at: inDays(-0.5) },
  'for members': { subscription_visibility_only: true },
  'for members, later': { subscription_visibility_only: true, early_access_at: inDays(1), starts_at: inDays(3) },
  'early access': { starts_at: inDays(2) },
  'not begun': { starts_at: inDays(4), early_access_at: inDays(2) },
  'from 40 years': { minimum_age: 40 },
  'in Nevada': { eligible_states: ['NV'] },
  'of Gold': { tier: 'Gold' },
  'of one entry': { entry_limit: 1 },
}
const PEOPLE: Record<string, Parameters<typeof shop.addUser>[0]> = {
  shopper: { credits: { Bronze: 2 } },
  member: { credits: { Bronze: 2 }, subscriber: true },
  'of 20': { birthDate: '2006-01-01', credits: { Bronze: 2 } },
  'without address': { address: false, credits: { Bronze: 2 } },
  'without credits': {},
}
const CHOICES = [[2], [3, 4], [7], [7, 101]]

describe('claims that are written together', () => {
  it('have the refusals and balances of the same claims alone, for each kind of giveaway, person and choice', async () => {
    const holder = await shop.addUser({ credits: { Bronze: 20, Gold: 1 } })
    const cases: { name: string; claim: SlotClaim }[] = []
    for (const [kind, terms] of Object.entries(GIVEAWAYS)) {
      const giveaway = await addGiveaway({ tier: terms.tier === 'Gold' ? 'Gold' : 'Bronze', endDate: inDays(9) })
      expect(await claimSlots(shop.system, claimOf(giveaway, holder, [7]))).toMatchObject({ refusal: null })
      await set(giveaway, terms)
      for (const [person, options] of Object.entries(PEOPLE)) {
        for (const slots of CHOICES) {
          const user = await shop.addUser(options)
          const isStaff = kind === 'not begun' && person === 'shopper'
          cases.push({ name: `${kind}, ${person}, ${slots}`, claim: { ...claimOf(giveaway, user, slots), isStaff } })
        }
      }
    }
    const client = await pool.connect()
    const session = { ...shop.system, pool: client as unknown as Pool }
    const seen = (row: Awaited<ReturnType<typeof claimSlots>>) => {
      if (row.refusal === null) return row
      return row.refusal === 'slot_taken' ? [row.refusal, row.slots] : row.refusal
    }
    onTestFinished(() => client.release(true))
    await client.query('begin')
    const alone: Record<string, unknown> = {}
    const together: Record<string, unknown> = {}
    for (const { name, claim } of cases) {
      await client.query('savepoint one')
      alone[name] = seen(await claimSlots(session, claim))
      await client.query('rollback to one')
    }
    for (const slots of CHOICES) {
      for (const person of Object.keys(PEOPLE)) {
        const batch = cases.filter(({ name }) => name.endsWith(`, ${person}, ${slots}`))
        await client.query('savepoint batch')
        const rows = await Promise.all(batch.map(({ claim }) => claimSlots(session, claim)))
        for (const [place, { name }] of batch.entries()) together[name] = seen(rows[place]!)
        await client.query('rollback to batch')
      }
    }
    expect(together).toEqual(alone)
    const codes = Object.values(alone).flatMap(row => (typeof row === 'string' ? [row] : []))
    expect(new Set(codes).size).toBe(11)
    expect(Object.values(alone).filter(row => !Array.isArray(row) && typeof row === 'object')).not.toEqual([])
  })

  it('of two processes for the same slots leave one owner of each slot, and give no shopper a slot too many', async () => {
    const users = await shoppers(60)
    const giveaways = await Promise.all([
      addGiveaway({ totalSlots: 30, entryLimit: 2 }),
      addGiveaway({ totalSlots: 30 }),
    ])
    const rows = await Promise.all(
      Array.from({ length: few(200, 600) }, (_, n) => {
        const slots = [1 + ((n * 7) % 30), 1 + ((n * 7 + 11) % 30)].toSorted((a, b) => a - b)
        return claimSlots(
          n % 2 ? shop.system : { ...shop.system, pool: other.pool },
          claimOf(giveaways[n % 3 ? 0 : 1]!, users[n % 60]!, slots),
        )
      }),
    )
    const won = rows.filter(({ refusal }) => refusal === null)
    const refusals = new Set(rows.map(({ refusal }) => refusal))
    expect([...refusals].filter(code => !['slot_taken', 'credit_needed', 'entry_limit'].includes(code!))).toEqual([
      null,
    ])
    const taken = await Promise.all(giveaways.map(async giveaway => (await slotsOf(giveaway)).taken.length))
    expect(taken[0]! + taken[1]!).toBe(won.length * 2)
    expect(won.length).toBeGreaterThan(10)
  })

  it('do not wait for one whose giveaway is locked, nor longer than a moment for one whose credits are', async () => {
    const [first, second, third, fourth, fifth] = (await shoppers(5)) as [
      TestUser,
      TestUser,
      TestUser,
      TestUser,
      TestUser,
    ]
    const [frozen, free] = await Promise.all([addGiveaway(), addGiveaway()])
    const lock = await pool.connect()
    onTestFinished(() => lock.release(true))
    await lock.query('begin')
    await lock.query('select pg_advisory_xact_lock(giveaway_lock($1))', [frozen.id])
    await lock.query('select from credit_account where user_id = $1 for update', [second.userId])
    // Alone, and as many as statements run at once.
    const alone = [fourth, fifth].map(async (user, n) => {
      await setTimeout(n * 20)
      return claimSlots(shop.system, claimOf(frozen, user, [n + 4]))
    })
    await setTimeout(40)
    const settled: string[] = []
    const claims = [claimOf(frozen, first, [1]), claimOf(free, second, [2]), claimOf(free, third, [3])].map(
      (claim, n) =>
        claimSlots(shop.system, claim).then(row => {
          settled.push(['giveaway', 'credits', 'neither'][n]!)
          return row.refusal
        }),
    )
    expect(await claims[2]).toBe(null)
    expect(settled).toEqual(['neither'])
    await lock.query('rollback')
    expect(await Promise.all(claims)).toEqual([null, null, null])
    expect(await Promise.all(alone)).toMatchObject([{ refusal: null }, { refusal: null }])
  })

  it('are written alone after one of them is invalid', async () => {
    const users = (await shoppers(3)) as [TestUser, TestUser, TestUser]
    const giveaway = await addGiveaway()
    const earlier = claimOf(giveaway, users[0], [1])
    await claimSlots(shop.system, earlier)
    const rows = await Promise.allSettled([
      claimSlots(shop.system, { ...claimOf(giveaway, users[1], [2]), ids: earlier.ids }),
      claimSlots(shop.system, claimOf(giveaway, users[2], [3])),
    ])
    expect(rows).toMatchObject([{ reason: { code: '23505' } }, { value: { refusal: null } }])
    expect((await slotsOf(giveaway)).taken).toEqual([1, 3])
  })

  it('that waited are refused by what the shop knows by then', async () => {
    const users = (await shoppers(2)) as [TestUser, TestUser]
    const giveaway = await addGiveaway({ totalSlots: 1 })
    let isFull = false
    const first = claimSlots(shop.system, claimOf(giveaway, users[0], [1])).then(row => {
      isFull = true
      return row.refusal
    })
    const second = claimSlots(shop.system, claimOf(giveaway, users[1], [1]), () => {
      if (isFull) throw new Error('sold out')
    })
    expect(await Promise.allSettled([first, second])).toMatchObject([
      { value: null },
      { reason: { message: 'sold out' } },
    ])
  })

  it('fail together and are not tried again when their connection is lost, because the commit may have happened', async () => {
    const users = await shoppers(8)
    const giveaway = await addGiveaway()
    let calls = 0
    const lost = {
      query: async (query: never) => {
        calls++
        await pool.query(query)
        throw Object.assign(new Error('Connection terminated unexpectedly'))
      },
    } as unknown as Pool
    const claims = users.map((user, n) => claimSlots({ ...shop.system, pool: lost }, claimOf(giveaway, user, [n + 1])))
    const outcomes = await Promise.allSettled(claims)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
    expect(calls).toBe(1)
    expect((await slotsOf(giveaway)).taken).toHaveLength(8)
  })
})
