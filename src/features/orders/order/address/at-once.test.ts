import { describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { zipIn } from '#kernel/shipping/testing/zip-in.ts'
import { openStaffedShop } from '../../testing/staffing.ts'

const ROUNDS = few(2, 5)
const AT_ONCE = 4

const { shop, staffing } = await openStaffedShop({ connections: 40 })
await shop.changeSettings({ tax: { mode: 'destination', nexusStates: ['UT', 'NV'] } })

const inState = (state: string) => ({ line1: '9 New Road', city: `City of ${state}`, state, postalCode: zipIn(state) })
const save = (as: TestUser, state = 'UT') =>
  shop.call('/api/my/profile', { as, json: { shippingAddress: inState(state) } })
const put = (id: string, as: TestUser, state: string) =>
  shop.call(`/api/orders/${id}/shipping-address`, { as, method: 'PUT', json: { name: 'Sam', ...inState(state) } })
const putByStaff = (id: string, state: string) => {
  const json = { name: 'Sam', ...inState(state), reason: 'At once' }
  return shop.call(`/api/admin/orders/${id}/shipping-address`, { as: staffing.admin, method: 'PUT', json })
}
const cancel = (id: string) => staffing.staff(`orders/${id}/cancel`, { reason: 'At once' })
const refundPiece = (id: string) =>
  staffing.staff(`orders/${id}/refunds`, { reason: 'At once', lines: [{ position: 0, quantity: 1 }] })
const faultsIn = (answers: { status: number; json: unknown }[]) =>
  answers.filter(({ status }) => status >= 500).map(({ json }) => json)
const ordersAtOnce = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, make))

/** What went back equals what the books say, and never exceeds the payment. */
async function expectPaidBack(id: string): Promise<void> {
  const { refunded, total } = await staffing.shown(id)
  expect(refunded).toBeLessThanOrEqual(total)
  expect(await staffing.paidBack(id)).toBe(Math.round(refunded * 100))
}

describe('an address that comes while other things happen to the order', () => {
  it('an address saved during the payment is never missed [B-11.51]', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const paid = await ordersAtOnce(async () => {
        const as = await shop.addUser({ address: false })
        const { item } = await staffing.addProduct()
        const { json } = await staffing.checkout(as, [item])
        await staffing.pay(json.url)
        return { as, id: json.orderId as string, sessionId: json.id as string }
      })
      const verify = ({ as, sessionId }: (typeof paid)[number]) => staffing.verify(as, sessionId)
      const answers = await Promise.all(paid.flatMap(one => [verify(one), save(one.as), verify(one)]))
      expect(faultsIn(answers)).toEqual([])
      for (const { id } of paid) {
        const { shipTo, status, events } = await staffing.shown(id)
        expect([status, shipTo?.state]).toEqual(['paid', 'UT'])
        expect(events.filter(({ kind }: { kind: string }) => kind === 'address')).toHaveLength(1)
      }
    }
  })

  it('a correction by the buyer comes before the packing or is refused [B-11.51]', async () => {
    const told = new Set<number>()
    for (let round = 0; round < ROUNDS; round++) {
      const orders = await ordersAtOnce(() => staffing.paidOrder())
      await Promise.all(
        orders.map(async ({ id, buyer }, at) => {
          const [first, second] = at % 2 ? ['pack', 'put'] : ['put', 'pack']
          const act = (what: string) => (what === 'put' ? put(id, buyer, 'NV') : staffing.step(id, 'pack'))
          const acted = await Promise.all([act(first!), act(second!)])
          const [correction, packing] = first === 'put' ? acted : acted.toReversed()
          expect(packing!.status).toBe(200)
          expect([200, 409]).toContain(correction!.status)
          told.add(correction!.status)
          expect(packing!.json.shipTo.state).toBe(correction!.status === 200 ? 'NV' : 'UT')
        }),
      )
    }
    expect(told.size).toBeGreaterThan(0)
  })

  it('saves, corrections, packing, refunds and cancellations at once keep every cent [B-11.51]', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const as = await shop.addUser({ address: false })
      // One after another: a fourth open order of an account closes its oldest.
      const waiting: Awaited<ReturnType<typeof staffing.paidOrder>>[] = []
      while (waiting.length < AT_ONCE) waiting.push(await staffing.paidOrder([{ quantity: 3 }], { as }))
      const placed = await ordersAtOnce(() => staffing.paidOrder([{ quantity: 3 }]))
      const [kept, packed, cancelled, part] = waiting.map(({ id }) => id) as [string, string, string, string]
      const answers = await Promise.all([
        save(as, round % 2 ? 'NV' : 'UT'),
        staffing.step(packed, 'pack'),
        cancel(cancelled),
        refundPiece(part),
        save(as, 'OR'),
        put(kept, as, 'NV'),
        ...placed.flatMap(({ id, buyer }, at) => [
          put(id, buyer, 'OR'),
          [cancel, refundPiece, (one: string) => staffing.step(one, 'pack'), (one: string) => putByStaff(one, 'NV')][
            at
          ]!(id),
          put(id, buyer, 'NV'),
        ]),
      ])
      expect(faultsIn(answers)).toEqual([])
      await shop.settleJobs()
      for (const { id } of [...waiting, ...placed]) await expectPaidBack(id)
      for (const id of [kept, packed, part]) expect((await staffing.shown(id)).shipTo).not.toBeNull()
      expect(await staffing.shown(cancelled)).toMatchObject({ status: 'cancelled' })
      const { total } = await staffing.shown(cancelled)
      expect(await staffing.paidBack(cancelled)).toBe(Math.round(total * 100))
    }
  })
})
