import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { processWinnerDeadlines } from '../commands/process-winner-deadlines.server.ts'
import { openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, addGiveaway, enter, placesOf, winner, tend } = prizes
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })
afterEach(prizes.expectAudited)

/** The tokens of the manager expire with the clock. */
async function renewed(user: TestUser) {
  const claims = { ...user, name: 'Max Manager', isAdmin: true, role: 'manager' as const, isSubscriber: false }
  user.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
}

const onUser = ({ userId }: { userId: string }, act: string) =>
  shop.call(`/api/admin/users/${userId}/${act}`, { as: manager, json: { reason: 'It was asked for' } })

async function won() {
  const { giveaway, entrants } = await prizes.drawn(2, { value: 80, title: 'Signal Lamp' })
  await tend()
  await tend()
  const [{ id, email }] = await placesOf(giveaway)
  return { giveaway, id: id as string, winner: entrants.find(one => one.email === email)! }
}

describe('a silent winner', () => {
  const officer = () => shop.addUser({ role: 'draw-officer' })
  const passesOf = async (id: string) => (await winner(id)).passes

  it('of a small prize whom staff signed out is passed on by another person alone [B-32.14]', async () => {
    for (const act of ['sign-out', 'reset-password']) {
      const prize = await won()
      expect((await onUser(prize.winner, act)).status).toBe(200)
      shop.clock.advance(8 * 86_400_000)
      // Several processes look at the deadlines at the same time.
      await Promise.all(Array.from({ length: 5 }, () => processWinnerDeadlines(shop.system)))
      await prizes.afterDays(0)
      await renewed(manager)
      expect(await winner(prize.id)).toMatchObject({
        ...{ state: 'notified', task: 'confirm-pass', whyTwoPersons: 'silenced' },
      })
      expect(await passesOf(prize.id)).toMatchObject([{ reasonClass: 'no_reply', by: 'Max Manager', decision: null }])
      expect(await placesOf(prize.giveaway)).toHaveLength(1)
      const second = await officer()
      const done = await shop.call(`/api/admin/winners/${prize.id}/pass-on/confirm`, { as: second, json: {} })
      expect(done.json).toMatchObject({ state: 'forfeited' })
    }
  })

  /** An owner records that the winner of an undelivered notice was reached by phone. */
  async function toldByPhone(giveaway: { id: string }) {
    const [{ id }] = await placesOf(giveaway)
    const json = { by: 'otherwise', reason: 'By phone' }
    const told = await shop.call(`/api/admin/winners/${id}/tell`, { as: prizes.admin, json })
    expect(told.json.state).toBe('notified')
    await prizes.afterDays(8)
    await renewed(manager)
    return id as string
  }

  it('who was disabled before the draw, or told without the shop’s e-mail, is passed on by another person too [B-32.14]', async () => {
    const held = await addGiveaway({ value: 80, title: 'Held' })
    for (let count = 0; count < 2; count++) {
      const entrant = await shop.addUser({ credits: { Bronze: 1 } })
      await enter(held, entrant, { pick: 1 })
      expect((await onUser(entrant, 'disable')).status).toBe(200)
    }
    await prizes.drawnNow(held)
    await tend()
    expect(await passesOf(await toldByPhone(held))).toMatchObject([{ by: 'Max Manager', decision: null }])
    expect(await placesOf(held)).toHaveLength(1)

    const mailed = await addGiveaway({ value: 80, title: 'By Letter' })
    for (const name of ['Cy Post', 'Di Post'])
      await prizes.asAdmin(`/api/admin/giveaways/${mailed.id}/private-entries`, {
        ...{ name, address: `${name} Street\nProvo, UT 84601` },
      })
    await prizes.drawnNow(mailed)
    await tend()
    const id = await toldByPhone(mailed)
    expect(await passesOf(id)).toMatchObject([{ reasonClass: 'no_reply', isMine: true, decision: null }])
    const own = await shop.call(`/api/admin/winners/${id}/pass-on/confirm`, { as: prizes.admin, json: {} })
    expect(own.json.code).toBe('second_person_needed')
    expect(await placesOf(mailed)).toHaveLength(1)
  })

  it('without an act of staff is passed on by the rules, as before [B-32.14]', async () => {
    const prize = await won()
    await prizes.afterDays(8)
    await renewed(manager)
    expect(await winner(prize.id)).toMatchObject({ state: 'forfeited' })
  })
})
