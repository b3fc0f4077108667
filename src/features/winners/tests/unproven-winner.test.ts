import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { unprovenAccounts } from '#features/identity/mailbox-proof/testing/unproven.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, placesOf, tend } = prizes
const { MADE } = unprovenAccounts(shop)

/** A drawn giveaway that a card of this address won. */
async function wonByCard(email: string) {
  const giveaway = await prizes.addGiveaway({ value: 80 })
  const card = { name: 'Dana Field', address: '12 Main Street\nProvo, UT 84601', email }
  expect((await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, card)).status).toBe(200)
  await prizes.drawnNow(giveaway)
  await tend()
  const [place] = await placesOf(giveaway)
  return { giveaway, id: place.id as string }
}

describe.each(firstOf(Object.entries(MADE)))('an unproven account made %s on the address of a winner', (way, make) => {
  const email = `winner-${way.replaceAll(/\W+/g, '-')}@example.com`

  it('does not answer for the prize, and its deletion leaves it; the link of the e-mail answers [B-31.10]', async () => {
    const { giveaway, id } = await wonByCard(email)
    const key = await prizes.keyFor(email)
    const made = await make(email)
    await tend()
    const me = made.maker.as(made.idToken)
    expect((await me.get('/api/my/prizes')).json.prizes).toEqual([])
    expect((await me.get(`/api/prizes/${id}`)).json.code).toBe('prize_not_found')
    for (const [path, json] of [
      [`/api/prizes/${id}/accept`, { shipTo: HOME, isEligible: true }],
      [`/api/prizes/${id}/decline`, {}],
    ] as const)
      expect((await me.post(path, json)).json.code).toBe('prize_not_found')
    expect((await prizes.accept(id, { key })).json.state).toBe('accepted')
    const deletion = { password: made.password, confirmation: 'DELETE' }
    expect((await me.post('/api/my/delete-account', deletion)).status).toBe(200)
    expect((await placesOf(giveaway))[0]).toMatchObject({ id, state: 'accepted', name: 'Dana Field' })
  })

  it('deleted by staff, leaves the prize with its winner [B-31.10]', async () => {
    const address = `staff-${email}`
    const { giveaway, id } = await wonByCard(address)
    await make(address)
    await tend()
    const gone = await shop.call('/api/admin/users', { as: prizes.admin, method: 'DELETE', json: { email: address } })
    expect(gone.status, gone.text).toBe(200)
    expect(await placesOf(giveaway)).toMatchObject([{ id, state: 'notified', email: address }])
  })
})

it('an account that took the entry over before this release waits for the proof to answer [B-31.10]', async () => {
  const made = await MADE['by staff']('before-the-rule@example.com')
  const { id } = await wonByCard(made.email)
  const { db } = shop.services
  await db.updateTable('giveaway_entry').set({ user_id: made.userId }).where('id', '=', id).execute()
  await db.updateTable('winner').set({ user_id: made.userId }).where('id', '=', id).execute()
  expect((await made.maker.as(made.idToken).get(`/api/prizes/${id}`)).json.code).toBe('prize_not_found')
  await db.updateTable('users').set({ mailbox_unproven: false }).where('id', '=', made.userId).execute()
  expect((await made.maker.as(made.idToken).get(`/api/prizes/${id}`)).json).toMatchObject({ id, isOwn: true })
})
