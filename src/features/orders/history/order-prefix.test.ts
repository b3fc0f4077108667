import { describe, expect, it } from 'vitest'
import { openStaffedShop } from '../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({})
const buyer = await shop.addUser({ address: true })

const buy = async (): Promise<string> => (await staffing.paidOrder([{}], { as: buyer })).id
const shownReference = async (id: string, as = buyer): Promise<string> =>
  (await shop.call(`/api/orders/${id}`, { as })).json.reference
const found = async (q: string): Promise<string[]> =>
  (await staffing.staff(`orders?q=${encodeURIComponent(q)}`)).json.orders.map(
    (order: { reference: string }) => order.reference,
  )

describe('the prefix of order numbers', () => {
  it('holds for new orders, and older ones keep theirs [B-1.24]', async () => {
    const before = await buy()
    const old = await shownReference(before)
    expect(old).toMatch(/^RD-\d+$/)
    await shop.changeSettings({ brand: { orderPrefix: ' no9 ' } })
    const next = await shownReference(await buy())
    expect(next).toMatch(/^NO9-\d+$/)
    expect(await shownReference(before)).toBe(old)
    const subjects = (await shop.outbox(buyer.email)).map(({ subject }) => subject ?? '')
    for (const reference of [old, next]) expect(subjects.join(' ')).toContain(reference)
    const number = next.slice(4)
    for (const typed of [next, next.toLowerCase(), `#${number}`, number])
      expect(await found(typed), typed).toEqual([next])
    for (const typed of [old, old.toLowerCase().replace('-', '')]) expect(await found(typed), typed).toEqual([old])
    const { text } = await staffing.staff(`users/${buyer.userId}/timeline`)
    for (const reference of [old, next]) expect(text).toContain(`Order ${reference} was paid`)
  })

  it('letters before digits that are no prefix are an e-mail address', async () => {
    const sam = await shop.addUser({ email: 'sam2020@example.com', address: true })
    const { id } = await staffing.paidOrder([{}], { as: sam })
    expect(await found('sam2020')).toEqual([await shownReference(id, sam)])
  })

  it('is 1 to 6 letters or digits', async () => {
    for (const orderPrefix of ['', 'A-B', 'SEVENTH', 'ÄÖ', ' '])
      await expect(shop.changeSettings({ brand: { orderPrefix } }), orderPrefix).rejects.toMatchObject({
        errors: { 'settings.brand.orderPrefix': ['The prefix is 1 to 6 letters or digits'] },
      })
  })
})
