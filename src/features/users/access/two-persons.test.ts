import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'
import { tendMergedUsers } from '../merge/merge-users.server.ts'
import { actingIn } from '../testing/acting.ts'

/** Acts on an account that change a giveaway or a prize: one person is refused, two persons succeed. */

const prizes = await openPrizeShop()
const { shop, addGiveaway, enter, placesOf, winner, tend } = prizes
const { db } = shop.services
const { decide, proposedBy, confirmed, proposalsFor } = secondPersonOf(shop)
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })
const { send, recordsOf } = actingIn(shop, manager)
const LARGE = 4000
beforeAll(() => shop.changeSettings({ draw: { twoPersonsFrom: 3000 } }))
afterEach(prizes.expectAudited)

const reason = 'It was asked for'
const address = { line1: '9 Other Road', city: 'Reno', state: 'NV', postalCode: '89501' }
const remove = ({ email }: { email: string }, as?: TestUser) => send('DELETE', '/users', { email, reason }, as)
const removeMany = (people: TestUser[]) =>
  send('DELETE', '/users/bulk-delete', { emails: people.map(({ email }) => email), reason })
const merge = (from: TestUser, into: TestUser, as?: TestUser) =>
  send('POST', '/users/merge', { from: from.userId, into: into.userId, reason }, as)
const correct = ({ userId }: TestUser, json: object, as?: TestUser) =>
  send('PATCH', `/users/${userId}`, { ...json, reason }, as)
const disable = ({ userId }: TestUser, as?: TestUser) => send('POST', `/users/${userId}/disable`, { reason }, as)
const isThere = async ({ userId }: TestUser) =>
  (await db.selectFrom('users').select('deleted_at').where('id', '=', userId).executeTakeFirstOrThrow()).deleted_at ===
  null
const entriesOf = async ({ userId }: TestUser) =>
  db.selectFrom('giveaway_entry').select('id').where('user_id', '=', userId).where('removed_at', 'is', null).execute()

async function entrantOf(value: number) {
  const giveaway = await addGiveaway({ value })
  const entrant = await shop.addUser({ credits: { Bronze: 3 } })
  expect((await enter(giveaway, entrant, { pick: 2 })).status).toBe(200)
  return { giveaway, entrant }
}

/** A drawn giveaway of a small prize, its winner and an alternate. */
async function won(value = 80) {
  const { giveaway, entrants } = await prizes.drawn(2, { value, title: 'Signal Lamp' })
  await tend()
  await tend()
  const [first] = await placesOf(giveaway)
  const by = (email: string) => entrants.find(one => one.email === email)!
  return {
    giveaway,
    id: first.id as string,
    winner: by(first.email),
    alternate: entrants.find(one => one.email !== first.email)!,
  }
}

const sameAs = async (before: unknown, id: string) => expect(await winner(id)).toEqual(before)

describe('a person whose prize is open', () => {
  it('is neither deleted, merged nor disabled by staff of any role; the prize stays as it is [B-32.9]', async () => {
    const prize = await won()
    const other = await shop.addUser()
    const before = await winner(prize.id)
    const refused = [
      await remove(prize.winner),
      await remove(prize.winner, prizes.admin),
      await merge(prize.winner, other),
      await merge(other, prize.winner),
      await merge(prize.winner, other, prizes.admin),
      await disable(prize.winner),
      await disable(prize.winner, prizes.admin),
      await send('PUT', `/users/${prize.winner.userId}/role`, { role: 'support', reason }, prizes.admin),
    ]
    for (const { status, json } of refused) {
      expect([status, json.code, json.winnerId]).toEqual([409, 'open_prize', prize.id])
      expect(json.detail).toBe(
        'The prize Signal Lamp is open for this person. Decide about it on the Winners tab first.',
      )
    }
    const many = await removeMany([prize.winner, other])
    expect(many.json).toMatchObject({
      deletedCount: 1,
      failedCount: 1,
      failures: [{ code: 'open_prize' }],
      proposed: [],
    })
    const preview = await send('POST', '/users/merge/preview', {
      from: prize.winner.userId,
      into: prize.alternate.userId,
    })
    expect(preview.json.blockers).toMatchObject([{ code: 'open_prize' }])
    await sameAs(before, prize.id)
    expect(await isThere(prize.winner)).toBe(true)
    expect(await placesOf(prize.giveaway)).toHaveLength(1)
  })

  it('gives the prize up by an own deletion, and is deleted by staff once the prize has arrived [B-32.9]', async () => {
    const left = await won()
    const own = { as: left.winner, json: { confirmation: 'DELETE' } }
    const claims = { ...left.winner, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
    left.winner.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
    expect((await shop.call('/api/my/delete-account', own)).status).toBe(200)
    expect(await winner(left.id)).toMatchObject({ state: 'declined' })

    const prize = await won()
    await prizes.accept(prize.id, { key: await prizes.keyFor(prize.winner.email) })
    expect((await disable(prize.winner)).status).toBe(200)
    expect((await remove(prize.winner)).json.code).toBe('open_prize')
    await prizes.asAdmin(`/api/admin/winners/${prize.id}/ship`, { carrier: 'UPS' })
    expect((await remove(prize.winner)).status).toBe(200)
  })

  it('of an entry by mail is not deleted through an account that staff make on the address [B-32.9]', async () => {
    const giveaway = await addGiveaway({ value: 80 })
    for (const name of ['Ada Post', 'Bea Post'])
      await prizes.asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, {
        ...{
          name,
          address: `${name} Street\nProvo, UT 84601`,
          email: `${name.replace(' ', '.').toLowerCase()}@example.com`,
        },
      })
    await prizes.drawnNow(giveaway)
    await tend()
    await tend()
    const [{ id, email }] = await placesOf(giveaway)
    const before = await winner(id)
    const made = { name: 'Ada Post', email, phone: '8015550142', birthday: '1985-02-03', address }
    const created = await send('POST', '/users/create', made)
    expect(created.status, created.text).toBe(200)
    await shop.settleJobs()
    await remove({ email })
    expect(await placesOf(giveaway)).toHaveLength(1)
    expect(await winner(id)).toMatchObject({ state: before.state, endedReason: null })
  })

  it('gets other details by two persons alone, at any value [B-32.10]', async () => {
    const prize = await won()
    const changes = [{ name: 'Other Name' }, { phone: '8015550199' }, { birthday: '1991-01-01' }, { address }]
    const { userId } = prize.winner
    const stored = () => shop.call(`/api/admin/users/profile?id=${userId}`, { as: manager })
    const before = (await stored()).json
    for (const change of changes) {
      const answer = await correct(prize.winner, change)
      const id = proposedBy(answer)
      expect((await stored()).json).toEqual(before)
      expect((await decide(id, 'confirm', manager)).json.code).toBe('other_person_needed')
      expect((await correct(prize.winner, { name: 'Third Name' }, prizes.admin)).json.code).toBe('already_proposed')
      await decide(id, 'withdraw', manager)
    }
    const version = before.version
    const proposed = await correct(prize.winner, { address, birthday: '1991-01-01', version })
    const [shown] = await proposalsFor(prizes.admin, `?subjectType=person&subjectId=${userId}`)
    expect(shown!.facts).toMatchObject([
      { label: 'Birth date', value: '1990-05-17 → 1991-01-01' },
      { label: 'Address', value: '1 Fort Street, Provo, UT 84601 → 9 Other Road, Reno, NV 89501' },
    ])
    await confirmed(proposed)
    expect((await stored()).json).toMatchObject({ birthday: '1991-01-01', address })
    expect((await correct(prize.winner, { birthday: '1991-01-01' })).status).toBe(200)
    expect((await correct(prize.winner, { name: 'Late', version })).status).toBe(202)
  })
})

describe('a person with entries that count', () => {
  it('is deleted by two persons where two persons remove an entry [B-32.11]', async () => {
    const { entrant } = await entrantOf(LARGE)
    const id = proposedBy(await remove(entrant))
    expect(await isThere(entrant)).toBe(true)
    expect(await entriesOf(entrant)).toHaveLength(2)
    expect((await decide(id, 'confirm', manager)).json.code).toBe('other_person_needed')
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const)
      expect((await decide(id, 'confirm', await shop.addUser({ role }))).json.code).toBe('Unauthorized')
    const seconds = await Promise.all(Array.from({ length: 20 }, () => shop.addUser({ role: 'manager' })))
    const answers = await Promise.all(seconds.map(as => decide(id, 'confirm', as)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await isThere(entrant)).toBe(false)
    expect(await entriesOf(entrant)).toEqual([])
    const deleted = (await recordsOf(entrant.userId)).filter(({ action }) => action === 'deleted')
    expect(deleted).toMatchObject([{ after: { proposedBy: manager.userId } }])
    const [done] = (await proposalsFor(prizes.admin, '?state=decided&limit=100')).filter(one => one.id === id)
    expect(done).toMatchObject({ decision: 'confirmed', reason: 'Erased.', subject: { label: 'Erased' } })
  })

  it('keeps the rule while the entries arrive, and needs a reason for the second person [B-32.11]', async () => {
    for (let round = 0; round < 4; round++) {
      const giveaway = await addGiveaway({ value: LARGE })
      const person = await shop.addUser({ credits: { Bronze: 5 } })
      const [entered, removed] = await Promise.all([enter(giveaway, person, { pick: 2 }), remove(person)])
      if (removed.status === 202) expect([entered.status, (await entriesOf(person)).length]).toEqual([200, 2])
      else expect([removed.status, await isThere(person), await entriesOf(person)]).toEqual([200, false, []])
      expect(removed.status === 200 && entered.status === 200).toBe(false)
    }
    const { entrant } = await entrantOf(LARGE)
    const silent = await send('DELETE', '/users', { email: entrant.email })
    expect(silent.json).toMatchObject({
      code: 'reason_needed',
      errors: { reason: ['Please give a reason. A second person reads it.'] },
    })
    const small = await entrantOf(100)
    const many = await removeMany([entrant, small.entrant])
    expect(many.json).toMatchObject({
      success: true,
      deletedCount: 1,
      failedCount: 0,
      proposed: [{ email: entrant.email }],
    })
    expect([await isThere(entrant), await isThere(small.entrant)]).toEqual([true, false])
  })

  it('of a sealed list is not deleted, and an alternate of an open prize counts like an entrant [B-32.11]', async () => {
    const { giveaway, entrant } = await entrantOf(100)
    await selectWinner(shop.system, {
      giveawayId: giveaway.id,
      method: 'random',
      title: giveaway.title,
      reason: 'Early',
    })
    expect((await remove(entrant)).json.code).toBe('list_sealed')

    const prize = await won(LARGE)
    proposedBy(await remove(prize.alternate))
    proposedBy(await merge(prize.alternate, await shop.addUser()))
    proposedBy(await correct(prize.alternate, { birthday: '2004-01-01' }))
    expect(await isThere(prize.alternate)).toBe(true)
  })

  it('is merged by two persons where two persons decide about an entry [B-32.12]', async () => {
    const { entrant } = await entrantOf(LARGE)
    const own = await shop.addUser()
    const preview = await send('POST', '/users/merge/preview', { from: entrant.userId, into: own.userId })
    expect(preview.json).toMatchObject({ blockers: [], takesTwoPersons: true })
    const id = proposedBy(await merge(entrant, own))
    expect([(await entriesOf(entrant)).length, (await entriesOf(own)).length]).toEqual([2, 0])
    expect((await decide(id, 'confirm', manager)).json.code).toBe('other_person_needed')
    const seconds = await Promise.all(Array.from({ length: 8 }, () => shop.addUser({ role: 'manager' })))
    const answers = await Promise.all(seconds.map(as => decide(id, 'confirm', as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect([(await entriesOf(entrant)).length, (await entriesOf(own)).length]).toEqual([0, 2])

    const small = await entrantOf(100)
    expect((await merge(small.entrant, own)).status).toBe(200)
  })

  it('whose mailbox is unproven is merged in neither direction [B-32.12]', async () => {
    const { entrant } = await entrantOf(100)
    const unproven = await shop.addUser()
    await db.updateTable('users').set({ mailbox_unproven: true }).where('id', '=', unproven.userId).execute()
    for (const answer of [await merge(entrant, unproven), await merge(unproven, entrant)])
      expect([answer.status, answer.json.code]).toEqual([409, 'unproven_account'])
    expect(await entriesOf(entrant)).toHaveLength(2)
  })

  it('keeps a late entry of a merged account in place where two persons decide, and an open prize [B-32.12]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    expect((await merge(from, into)).status).toBe(200)
    const { entrant } = await entrantOf(LARGE)
    const give = (of: TestUser, to: TestUser) =>
      db.updateTable('giveaway_entry').set({ user_id: to.userId }).where('user_id', '=', of.userId).execute()
    await give(entrant, from)
    await tendMergedUsers(shop.system)
    expect([(await entriesOf(from)).length, (await entriesOf(into)).length]).toEqual([2, 0])
    await give(from, entrant)

    const prize = await won()
    await db.updateTable('winner').set({ user_id: from.userId }).where('id', '=', prize.id).execute()
    await tendMergedUsers(shop.system)
    const row = await db.selectFrom('winner').select('user_id').where('id', '=', prize.id).executeTakeFirstOrThrow()
    expect(row.user_id).toBe(from.userId)
    await db.updateTable('winner').set({ user_id: prize.winner.userId }).where('id', '=', prize.id).execute()
  })

  it('gets another birth date or state by two persons where two persons decide, and other details by one [B-32.10]', async () => {
    const { entrant } = await entrantOf(LARGE)
    for (const change of [{ birthday: '1991-01-01' }, { address }]) {
      const id = proposedBy(await correct(entrant, change))
      await decide(id, 'refuse', prizes.admin)
    }
    const sameState = { ...address, city: 'Ogden', state: 'UT', postalCode: '84401' }
    for (const change of [{ name: 'Sam Q. Porter' }, { phone: '8015550198' }, { address: sameState }])
      expect((await correct(entrant, change)).status).toBe(200)
    const small = await entrantOf(100)
    expect((await correct(small.entrant, { birthday: '1991-01-01', address })).status).toBe(200)
  })

  it('gets no role while an entry counts for which two persons decide [B-32.13]', async () => {
    const { entrant } = await entrantOf(LARGE)
    const role = (of: TestUser) => send('PUT', `/users/${of.userId}/role`, { role: 'support', reason }, prizes.admin)
    expect((await role(entrant)).json).toMatchObject({ code: 'entrant_role', status: 409 })
    expect(
      (await db.selectFrom('users').select('role').where('id', '=', entrant.userId).executeTakeFirstOrThrow()).role,
    ).toBe('user')
  })
})
