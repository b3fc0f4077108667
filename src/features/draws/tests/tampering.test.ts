import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { drawByRound } from '../commands/draw-by-round.server.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter, tend } = giving
const { db } = shop.services

/** A witnessed freeze of three entrants with two entries each, whose round is there. */
async function frozenGiveaway(title: string) {
  const people = await Promise.all([1, 2, 3].map(() => shop.addUser({ credits: { Bronze: 2 } })))
  const giveaway = await addGiveaway({ title, totalSlots: 20 })
  for (const person of people) await enter(giveaway, person, { pick: 2 })
  const frozen = await asAdmin('/api/admin/select-automatic-winner', {
    giveawayId: giveaway.id,
    title,
    reason: 'A test',
  })
  await tend()
  shop.clock.set(frozen.json.drawAt)
  return { ...giveaway, people }
}

/** Changes rows like an administrator of the database, whom no trigger stops. */
const asSuperuser = (change: ReturnType<typeof sql>) =>
  db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await change.execute(trx)
  })

const outsider = await shop.addUser({ credits: { Bronze: 5 } })

describe('rows that an administrator of the database changes after the freeze', () => {
  it.each(
    firstOf(
      [
        [
          'an entry is given to another person',
          (id: string) => sql`update giveaway_entry set user_id = ${outsider.userId} where giveaway_id = ${id}
        and id = (select id from giveaway_entry where giveaway_id = ${id} order by slot_number limit 1)`,
          /belongs to another person/,
        ],
        [
          'an entry is deleted',
          (id: string) => sql`delete from giveaway_entry where giveaway_id = ${id}
        and id = (select id from giveaway_entry where giveaway_id = ${id} order by slot_number limit 1)`,
          /no longer in the database/,
        ],
        [
          'an entry is moved to another number',
          (id: string) => sql`update giveaway_entry set slot_number = 21 where id = (
        select id from giveaway_entry where giveaway_id = ${id} order by slot_number limit 1)`,
          /in the database and not in the sealed list/,
        ],
        [
          'a leaf of the entry tree is changed',
          (id: string) =>
            sql`update draw_leaf set leaf = replace(leaf, 'credit', 'auto') where giveaway_id = ${id} and index = 1`,
          /not those that were sealed/,
        ],
        [
          'the manifest names another round',
          (id: string) => sql`update shop_log set leaf = regexp_replace(leaf, 'round \\d+', 'round 7')
        where giveaway_id = ${id} and kind = 'freeze'`,
          /not proven to be in the log/,
        ],
        [
          'the secret is another',
          (
            id: string,
          ) => sql`update shop_log set leaf = regexp_replace(leaf, 'seed [0-9a-f]+', 'seed ' || repeat('7', 64))
        where giveaway_id = ${id} and kind = 'freeze'`,
          /not proven to be in the log/,
        ],
        [
          'the cosignatures are of another time',
          (id: string) => sql`update cosignature set line = line || line where size > (
        select log_index from draw_freeze where giveaway_id = ${id})`,
          /./,
        ],
      ] as const,
      3,
    ),
  )('no winner is drawn, and staff read why, when %s [B-20.9]', async (title, change, fault) => {
    const giveaway = await frozenGiveaway(title)
    await asSuperuser(change(giveaway.id))
    await tend()
    const answer = await asAdmin('/api/admin/select-automatic-winner', { giveawayId: giveaway.id })
    expect(answer.json).toMatchObject({ code: 'evidence_altered', detail: expect.stringMatching(fault) })
    expect(await db.selectFrom('draw').selectAll().where('giveaway_id', '=', giveaway.id).execute()).toEqual([])
    const { faults } = (await asAdmin(`/api/admin/giveaways/${giveaway.id}/debug`)).json
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })

  it('a second freeze with another round is refused by the key of the table', async () => {
    const giveaway = await frozenGiveaway('Twice')
    const again =
      sql`insert into draw_freeze select giveaway_id, slip, manifest, log_index + 1000, round + 1, draws_at, frozen_at, method,
      is_early, reason, frozen_by from draw_freeze where giveaway_id = ${giveaway.id}`.execute(db)
    await expect(again).rejects.toThrow('duplicate key')
    expect(await drawByRound(shop.system, giveaway.id)).toBe(true)
  })
})

describe('acts of staff after the freeze', () => {
  it('nothing in a frozen giveaway can be changed, and the draw cannot be stopped [B-20.2]', async () => {
    const giveaway = await frozenGiveaway('Sealed Kit')
    const { people, id, title } = giveaway
    const refused = async (path: string, json: object, method?: string) => (await asAdmin(path, json, method)).json.code
    const text = { title, reason: 'I dislike the result.' }
    expect(await refused(`/api/admin/giveaways/${id}/cancel`, text)).toBe('already_frozen')
    expect(await refused(`/api/giveaways/${id}`, { ...text, returnCredits: true }, 'DELETE')).toBe('already_frozen')
    expect(await refused(`/api/admin/giveaways/${id}/close`, { reason: 'x' })).toBe('already_frozen')
    const card = { name: 'Ada Mail', email: 'ada@example.com' }
    expect(await refused(`/api/admin/giveaways/${id}/private-entries`, card)).toBe('already_frozen')
    const { mine } = await giving.slotsOf(giveaway, people[0])
    expect(await refused(`/api/admin/giveaways/${id}/entries/${mine[0]}`, { reason: 'x' }, 'DELETE')).toBe(
      'already_frozen',
    )
    expect((await enter(giveaway, people[0], { slots: [20] })).json.code).toBe('giveaway_ended')
    const swap = { as: people[0]!, json: { from: mine[0], to: 20 } }
    expect((await shop.call(`/api/giveaways/${id}/entries/swap`, swap)).json.code).toBe('giveaway_ended')
    const merge = { from: people[0]!.userId, into: people[1]!.userId, reason: 'One person' }
    expect(await refused('/api/admin/users/merge', merge)).toBe('already_frozen')
    await tend()
    expect((await shop.call(`/api/giveaways/${id}`)).json.state).toBe('drawn')
  })
})
