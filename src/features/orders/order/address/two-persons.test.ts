import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { staffingIn } from '../../testing/staffing.ts'

const shop = await testShop({ connections: 10 })
const staffing = await staffingIn(shop)
const { db } = shop.services
const { decide, proposedBy, confirmed } = secondPersonOf(shop)
const clerk = await shop.addUser({ role: 'fulfilment' })
beforeAll(() => shop.changeSettings({ draw: { twoPersonsFrom: 3000 } }))
afterEach(() => staffing.expectAudited())

const LARGE = [{ priceCents: 300_000 }]
const NEW = { name: 'Sam Porter', line1: '9 New Road', city: 'Reno', state: 'NV', postalCode: '89501' }
const reason = 'Asked by phone'
const put = (id: string, as: TestUser = clerk, json: object = NEW) =>
  shop.call(`/api/admin/orders/${id}/shipping-address`, { as, method: 'PUT', json: { ...json, reason } })
const cityOf = async (id: string) => (await staffing.shown(id)).shipTo?.city ?? null

describe('the address of a paid parcel', () => {
  it('a parcel of large worth goes elsewhere by two persons alone [B-34.11]', async () => {
    const { id } = await staffing.paidOrder(LARGE)
    const proposal = proposedBy(await put(id))
    expect(await cityOf(id)).toBe('Provo')
    expect((await decide(proposal, 'confirm', clerk)).json.code).toBe('other_person_needed')
    expect((await put(id, staffing.admin)).json.code).toBe('already_proposed')
    expect((await decide(proposal, 'confirm', await shop.addUser({ role: 'fulfilment' }))).status).toBe(200)
    expect(await cityOf(id)).toBe('Reno')
    const small = await staffing.paidOrder([{}])
    expect((await put(small.id)).status).toBe(200)
    expect(await cityOf(small.id)).toBe('Reno')
  })

  it('keeps the threshold at its lowest since the order, and the worth of the goods without their discount [B-34.11]', async () => {
    const { id } = await staffing.paidOrder(LARGE)
    await shop.changeSettings({ draw: { twoPersonsFrom: 9000 } })
    proposedBy(await put(id))
    await shop.changeSettings({ draw: { twoPersonsFrom: 3000 } })
    const made = await shop.call('/api/admin/codes', {
      as: staffing.admin,
      json: { code: 'HALF', discount: { kind: 'percent', amount: 50 } },
    })
    expect(made.status, made.text).toBe(200)
    const halved = await staffing.paidOrder(LARGE, { extra: { code: 'HALF' } })
    proposedBy(await put(halved.id))
  })

  it('is void once the buyer gave another, and when the parcel has left [B-34.11]', async () => {
    const { id, buyer } = await staffing.paidOrder(LARGE)
    const proposal = proposedBy(await put(id))
    const own = { ...NEW, city: 'Elko' }
    expect(
      (await shop.call(`/api/orders/${id}/shipping-address`, { as: buyer, method: 'PUT', json: own })).status,
    ).toBe(200)
    expect((await decide(proposal, 'confirm', staffing.admin)).json.code).toBe('already_decided')
    const again = proposedBy(await put(id))
    await staffing.staff(`orders/${id}/ship`, { carrier: 'UPS' })
    expect((await decide(again, 'confirm', staffing.admin)).json.code).toBe('order_moved')
    expect(await cityOf(id)).toBe('Elko')
  })

  it('does not follow an account that one member of staff merges into another [B-34.11]', async () => {
    const { id, buyer } = await staffing.paidOrder(LARGE)
    const into = await shop.addUser()
    const json = { from: buyer.userId, into: into.userId, reason }
    const preview = await shop.call('/api/admin/users/merge/preview', {
      as: staffing.admin,
      json: { from: json.from, into: json.into },
    })
    expect(preview.json.takesTwoPersons).toBe(true)
    const answer = await shop.call('/api/admin/users/merge', { as: staffing.admin, json })
    proposedBy(answer)
    expect((await staffing.orderRow(id)).user_id).toBe(buyer.userId)
    await confirmed(answer)
    expect((await staffing.orderRow(id)).user_id).toBe(into.userId)
  })

  it('of staff is told at the contacts of the order and of the account, with city and state [B-34.11]', async () => {
    const { id, buyer } = await staffing.paidOrder([{}])
    const now = `corrected-${buyer.userId.slice(-6)}@example.com`
    await db.updateTable('users').set({ email: now, phone: '+18015550177' }).where('id', '=', buyer.userId).execute()
    expect((await put(id)).status).toBe(200)
    expect((await shop.outbox(now))[0]!.text).toContain('Reno, NV')
    // A mailbox that is no longer the account's is told no word that a person typed.
    expect((await shop.outbox(buyer.email))[0]!.text).toContain('an address in NV.')
    expect((await shop.outbox('+18015550177'))[0]!.text).toContain('Reno, NV 89501')
  })
})
