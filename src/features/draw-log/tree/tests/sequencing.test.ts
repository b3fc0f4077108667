import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { AUTH_SECRET, openTestShop } from '#app/testing/shop.ts'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { transact } from '#kernel/transaction.server.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'
import { publishLog } from '../../log/commands/publish-log.server.ts'
import { logDueHeads } from '../commands/log-heads.server.ts'
import { drainTree, sequenceEntries } from '../commands/sequence-entries.server.ts'
import { moveEvents } from '../entry-tree.server.ts'
import { readGiveawayKey } from '../queries/holders.server.ts'
import { expectTreeEqualsRows, linesOf } from '../testing/replayed-tree.ts'

const giving = await openGivingShop()
const { shop, addGiveaway, enter } = giving
// A second process of the same shop, with connections and caches of its own.
const second = await openTestShop({ database: { ...shop.database, close: async () => {} }, env: { AUTH_SECRET } })
afterEach(giving.expectAudited)
afterAll(() => second.close())

const waiting = async (id: string) => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from draw_event where giveaway_id = ${id}) + (select count(*) from claim_event where giveaway_id = ${id}) as n`.execute(
    shop.services.db,
  )
  return rows[0]!.n
}

describe('concurrent claims and sequencers', () => {
  it('claims, swaps and sequencers of two processes at once lose and double no leaf [B-16.5]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 150, entryLimit: 50 })
    const users = await Promise.all(Array.from({ length: 8 }, () => shop.addUser({ credits: { Bronze: 40 } })))
    let isOver = false
    const sequencer = async (process: typeof second) => {
      while (!isOver) await sequenceEntries(process.system)
    }
    const sequencers = [
      sequencer(second),
      sequencer(second),
      sequenceEntries(shop.system).then(() => sequencer(second)),
    ]
    await Promise.all(
      users.map(async (as, place) => {
        for (let turn = 0; turn < 12; turn++) {
          const slot = ((place * 37 + turn * 11) % 150) + 1
          if (turn % 4 === 3) {
            const json = { from: ((place * 37 + (turn - 1) * 11) % 150) + 1, to: slot }
            await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as, json })
          } else if (turn % 4 === 2) await enter(giveaway, as, { pick: 2 })
          else await enter(giveaway, as, { slots: [slot, (slot % 150) + 1] })
        }
      }),
    )
    isOver = true
    await Promise.all(sequencers)
    const { list } = await expectTreeEqualsRows(second.system, giveaway.id)
    expect(list.length).toBeGreaterThan(60)
    expect(await waiting(giveaway.id)).toBe(0)
  })

  it('a draining freeze waits for the sequencer and leaves no event', async () => {
    const user = await shop.addUser({ credits: { Bronze: 40 } })
    const giveaway = await addGiveaway({ entryLimit: 50 })
    for (let slot = 1; slot <= 10; slot++) await enter(giveaway, user, { slots: [slot] })
    const drained = transact(shop.system, async tx => {
      await sql`select pg_advisory_xact_lock(giveaway_lock(${giveaway.id}))`.execute(tx.db)
      return drainTree(tx, giveaway.id)
    })
    const [tree] = await Promise.all([drained, sequenceEntries(second.system), sequenceEntries(shop.system)])
    expect(tree.lines).toEqual(await linesOf(shop.system, giveaway.id))
    expect(tree.size).toBe(11)
    expect(await waiting(giveaway.id)).toBe(0)
  })

  it('a head that is due skips a tree that a freeze drains, so that the two never deadlock over the log', async () => {
    const user = await shop.addUser({ credits: { Bronze: 40 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [1] })
    // The heads of all other trees are logged, and only this tree grows.
    shop.clock.advance(10 * 60_000)
    await sequenceEntries(shop.system)
    shop.clock.advance(10 * 60_000)
    await enter(giveaway, user, { slots: [2] })
    await transact(shop.system, tx => moveEvents(tx, giveaway.id, 10))
    const holder = await shop.services.pool.connect()
    await holder.query('begin')
    await holder.query('select from shop_log_tree for update')
    const drained = transact(shop.system, tx => drainTree(tx, giveaway.id))
    await waitForLockWaits(shop.services.pool, 1)
    // A head that waited would wait for the holder.
    await logDueHeads(shop.system)
    await holder.query('commit')
    holder.release()
    expect((await drained).size).toBe(3)
  })

  it('a freeze before the date waits for a tree without holding the log', async () => {
    const user = await shop.addUser({ credits: { Bronze: 40 } })
    const giveaway = await addGiveaway({ title: 'Early' })
    await enter(giveaway, user, { slots: [1] })
    await sequenceEntries(shop.system)
    const holder = await shop.services.pool.connect()
    await holder.query('begin')
    await holder.query('select from draw_tree where giveaway_id = $1 for update', [giveaway.id])
    const input = { giveawayId: giveaway.id, method: 'automatic' as const, title: 'Early', reason: 'A test' }
    const freezing = selectWinner(shop.system, input)
    await waitForLockWaits(shop.services.pool, 1)
    await holder.query('select from shop_log_tree for update nowait')
    await holder.query('commit')
    holder.release()
    expect(await freezing).toMatchObject({ frozen: { round: expect.any(Number) } })
  })
})

describe('a process that dies', () => {
  it('an abandoned claim leaves no event, and an abandoned batch leaves its events to the next [B-16.5]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [1, 2] })
    const claim = async (end: 'rollback' | 'kill') => {
      const client = await shop.services.pool.connect()
      // The death of its connection ends the transaction of a killed process.
      client.once('error', () => {})
      await client.query('begin')
      await client.query(
        `select * from claim_slots($1, $2, '{3}', null, array[uuidv7()], array[uuidv7()], $3, false, false, '2020-01-01', '{"Bronze": 5}', '{00112233445566778899aabbccddeeff}', null)`,
        [giveaway.id, user.userId, shop.clock.now()],
      )
      await client.query(`delete from claim_event where giveaway_id = $1`, [giveaway.id])
      if (end === 'rollback') await client.query('rollback')
      else {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        await second.services.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      }
      client.release(true)
    }
    await claim('rollback')
    await claim('kill')
    expect(await waiting(giveaway.id)).toBe(1)
    await expect(
      transact(shop.system, async tx => {
        await drainTree(tx, giveaway.id)
        throw new Error('The process died.')
      }),
    ).rejects.toThrow('died')
    expect(await linesOf(shop.system, giveaway.id)).toEqual([])
    await expectTreeEqualsRows(second.system, giveaway.id)
    expect(await linesOf(shop.system, giveaway.id)).toHaveLength(3)
  })
})

describe('the claim of 0.9.0', () => {
  it('a call with eleven arguments enters, and its leaf has the mark of the shop’s nonce [B-16.6]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway()
    const { rows } = await shop.services.pool.query(
      `select * from claim_slots($1, $2, '{7}', null, array[uuidv7()], array[uuidv7()], $3, false, false, '2020-01-01', '{"Bronze": 5}')`,
      [giveaway.id, user.userId, shop.clock.now()],
    )
    expect(rows[0]).toMatchObject({ refusal: null, slots: [7] })
    await expectTreeEqualsRows(shop.system, giveaway.id)
    const [, line] = await linesOf(shop.system, giveaway.id)
    const [entry] = (await shop.call('/api/my/entries', { as: user })).json.entries
    const key = await readGiveawayKey(shop.system, giveaway.id)
    expect(line).toMatch(new RegExp(` 7 credit ${key.holderOf(user.userId)} ${key.markOf(entry.id)}$`))
    expect(entry.nonce).toBe(key.nonceOf(entry.id))
  })
})

describe('what was logged', () => {
  it.each(['draw_leaf', 'tree_block', 'shop_log', 'log_checkpoint', 'cosignature', 'log_policy'])(
    'the table %s refuses every change, also of the owner of the tables [B-16.11]',
    async table => {
      await addGiveaway()
      await publishLog(shop.system)
      const block = `insert into tree_block values (gen_random_uuid(), 0, '')`
      if (table === 'tree_block') await shop.services.pool.query(block)
      const { rows } = await shop.services.pool.query(
        `select column_name as name from information_schema.columns where table_name = $1 limit 1`,
        [table],
      )
      for (const statement of [
        `truncate ${table} cascade`,
        `delete from ${table}`,
        `update ${table} set ${rows[0].name} = ${rows[0].name}`,
      ])
        await expect(shop.services.pool.query(statement)).rejects.toThrow('is append-only')
    },
  )
})
