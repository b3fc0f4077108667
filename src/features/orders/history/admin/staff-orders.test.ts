import { describe, expect, it } from 'vitest'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { openStaffedShop } from '../../testing/staffing.ts'
import { BROKEN_OFF, readOrdersCsv } from './queries/staff-orders.server.ts'

const MINUTE = 60_000

/** Orders by label, in the order of placement. */
const ids: Record<string, string> = {}

const { shop, staffing } = await openStaffedShop({ connections: 20 })
const next = () => shop.clock.advance(MINUTE)
const paid = async (word: string, ...order: Parameters<typeof staffing.paidOrder>) => {
  next()
  ids[word] = (await staffing.paidOrder(...order)).id
  return ids[word]
}
const vance = await shop.addUser({ name: '=cmd|calc, "Vance"', email: 'morgan.vance@example.com' })
await paid('plain', [{ priceCents: 3000, tier: 'Bronze', name: 'Sling' }])
await staffing.step(await paid('packed', [{ priceCents: 9000, tier: 'Gold' }]), 'pack')
const parcel = { carrier: 'UPS', trackingNumber: '1Z 777' }
await staffing.staff(
  `orders/${await paid('shipped', [{ priceCents: 5000, tier: 'Platinum' }], { as: vance })}/ship`,
  parcel,
)
const two = await paid('partly', [{ quantity: 2, priceCents: 2000 }])
await staffing.staff(`orders/${two}/refunds`, { reason: 'Asked', lines: [{ position: 0, quantity: 1 }] })
await staffing.staff(`orders/${await paid('refunded')}/refunds`, { reason: 'Asked' })
await paid('premium', [{ interval: 'month', priceCents: 2499, stock: [null], entries: 0 }])
next()
const { item } = await staffing.addProduct()
ids.pending = (await staffing.checkout(vance, [item])).json.orderId
const query = `update customer_order set ship_to = ship_to || '{"state": "WY"}' where id = $1`
await shop.services.pool.query(query, [ids.packed])
await shop.settleJobs()

const wordOf = (id: string) => Object.keys(ids).find(word => ids[word] === id)
async function found(query: string): Promise<(string | undefined)[]> {
  const { json, status, text } = await staffing.staff(`orders?${query}`)
  expect(status, text).toBe(200)
  return json.orders.map(({ id }: { id: string }) => wordOf(id))
}
const ALL = ['pending', 'premium', 'refunded', 'partly', 'shipped', 'packed', 'plain']

describe('the orders of staff', () => {
  it('orders are listed page by page in each order, without a gap [B-13.2]', async () => {
    const sorts = {
      newest: ALL,
      oldest: ALL.toReversed(),
      highest: ['packed', 'shipped', 'pending', 'partly', 'refunded', 'plain', 'premium'],
      lowest: ['premium', 'plain'],
    }
    for (const [sort, expected] of Object.entries(sorts)) {
      const seen: (string | undefined)[] = []
      let cursor = ''
      do {
        const { json } = await staffing.staff(`orders?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`)
        seen.push(...json.orders.map(({ id }: { id: string }) => wordOf(id)))
        cursor = json.nextCursor ?? ''
      } while (cursor)
      expect(new Set(seen).size).toBe(ALL.length)
      if (sort === 'newest' || sort === 'oldest') expect(seen).toEqual(expected)
      if (sort === 'highest') expect(seen.slice(0, 2)).toEqual(['packed', 'shipped'])
      if (sort === 'lowest') expect(seen.slice(0, 2)).toEqual(expected)
    }
    const { json } = await staffing.staff('orders?limit=1')
    expect((await staffing.staff(`orders?sort=highest&cursor=${json.nextCursor}`)).status).toBe(400)
    expect((await staffing.staff('orders?cursor=never')).json.errors).toHaveProperty('cursor')
  })

  it('the list has every field of an order', async () => {
    const { json } = await staffing.staff('orders?q=1z777')
    expect(json.orders).toEqual([
      {
        dispute: null,
        ...{ id: ids.shipped, reference: expect.stringMatching(/^RD-\d+$/), status: 'shipped', paymentStatus: 'paid' },
        ...{ fulfilment: 'shipped', mode: 'payment', date: expect.any(String), paidAt: expect.any(String) },
        ...{ userId: expect.any(String), email: 'morgan.vance@example.com', name: '=cmd|calc, "Vance"', state: 'UT' },
        ...{ paymentMethod: 'stripe', total: 57.13, refunded: 0, pieces: 1, names: [expect.any(String)] },
        goods: [{ sku: expect.any(String), name: expect.any(String), options: {}, image: null, pieces: 1, short: 0 }],
        ...{
          tiers: ['Platinum'],
          carrier: 'UPS',
          trackingNumber: '1Z777',
          backordered: 0,
          refundFailed: false,
          canPack: false,
        },
        trackingUrl: 'https://www.ups.com/track?tracknum=1Z777',
      },
    ])
  })

  it('orders are filtered by state, date, tier, shipping state and method, together', async () => {
    const today = shopDayOf(shop.clock.now())
    const filters: [string, string[]][] = [
      ['status=to_pack', ['plain', 'partly']],
      ['status=to_pack&sort=newest', ['partly', 'plain']],
      ['status=paid', ['premium', 'partly', 'plain']],
      ['status=packed', ['packed']],
      ['status=shipped', ['shipped']],
      ['status=refunded', ['refunded']],
      ['status=pending', ['pending']],
      ['status=partly_refunded', ['partly']],
      ['status=backordered', []],
      ['status=refund_failed', []],
      ['tier=Gold', ['packed']],
      ['tier=Gold&state=UT', []],
      ['state=wy', ['packed']],
      ['method=stripe', ALL],
      ['method=none', []],
      [`from=${today}&to=${today}`, ALL],
      ['to=2026-03-01', []],
      ['from=2026-03-03', []],
    ]
    for (const [query, expected] of filters) expect(await found(query), query).toEqual(expected)
    await shop.services.pool.query(`update customer_order set ship_to = ship_to || '{"state": "utah"}' where id = $1`, [
      ids.plain,
    ])
    expect(await found('state=ut')).toEqual(ALL.filter(word => word !== 'packed'))
    for (const wrong of ['state=Utah', 'from=yesterday', 'status=lost', 'sort=best', 'limit=1000', 'colour=red']) {
      expect((await staffing.staff(`orders?${wrong}`)).status, wrong).toBe(400)
    }
  })

  it('orders belong to their day in the Mountain zone, at midnight and when the clocks change', async () => {
    // The first and last moment of a 23-hour day, and the first moment after it.
    const moments = {
      plain: '2026-03-08T07:00:00Z',
      packed: '2026-03-09T05:59:59.999Z',
      shipped: '2026-03-09T06:00:00Z',
    }
    const { rows: before } = await shop.services.pool.query('select id, created_at from customer_order')
    const place = (id: string, at: Date | string) =>
      shop.services.pool.query('update customer_order set created_at = $2 where id = $1', [id, at])
    for (const [word, at] of Object.entries(moments)) await place(ids[word]!, at)
    expect(await found('from=2026-03-08&to=2026-03-08')).toEqual(['packed', 'plain'])
    expect(await found('from=2026-03-09')).toEqual(['shipped'])
    for (const { id, created_at } of before) await place(id, created_at)
  })

  it('orders are found by number, user, parcel and payment [B-11.16]', async () => {
    const order = await staffing.orderRow(ids.shipped!)
    const { rows } = await shop.services.pool.query('select provider_id from refund where order_id = $1', [
      ids.refunded,
    ])
    const premium = await staffing.orderRow(ids.premium!)
    const searches: [string, string[]][] = [
      [`RD-${order.number}`, ['shipped']],
      [String(order.number), ['shipped']],
      [`#${order.number}`, ['shipped']],
      ['Morgan.Vance@example.com', ['pending', 'shipped']],
      ['morgan', ['pending', 'shipped']],
      ['=CMD', ['pending', 'shipped']],
      ['1z-777', ['shipped']],
      [order.payment_intent_id!, ['shipped']],
      [order.session_id!, ['shipped']],
      [premium.subscription_id!, ['premium']],
      [rows[0].provider_id, ['refunded']],
      [ids.plain!, ['plain']],
      ['100%', []],
      ['nobody', []],
      ['RD-1', []],
    ]
    for (const [q, expected] of searches) expect(await found(`q=${encodeURIComponent(q)}`), q).toEqual(expected)
    expect(await found('q=morgan&status=shipped')).toEqual(['shipped'])
  })

  it('orders are counted by state', async () => {
    const { json } = await staffing.staff('orders/counts')
    expect(json).toMatchObject({
      limit: 1000,
      counts: { to_pack: 2, paid: 3, packed: 1, shipped: 1, refunded: 1, pending: 1, on_hold: 0, partly_refunded: 1 },
    })
  })
})

describe('the export of orders', () => {
  const rowsOf = (text: string) => text.trim().split('\r\n')

  it('the export has a row for each filtered order, with plain amounts and no formula [B-11.18] [B-13.68]', async () => {
    const { headers, text } = await staffing.staff('orders/export?tier=Platinum')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="redoubt-orders-2026-03-02.csv"')
    const [head, row, ...more] = rowsOf(text)
    expect(more).toEqual([])
    expect(head).toMatch(/^\ufeff?order,id,created,/)
    expect(row).toContain(`,"'=cmd|calc, ""Vance""",`)
    for (const part of [`,${ids.shipped},`, ',shipped,paid,', ',57.13,0.00,stripe,', ',UPS,1Z777'])
      expect(row).toContain(part)
    const all = rowsOf((await staffing.staff('orders/export?sort=oldest')).text)
    expect(all.slice(1).map(line => wordOf(line.split(',')[1]!))).toEqual(ALL.toReversed())
    expect((await staffing.staff('orders/export?status=lost')).status).toBe(400)
  })

  it('the export is read in batches, ends with its reader, and says so when it breaks off [B-11.18]', async () => {
    const lines = readOrdersCsv(shop.system, { sort: 'newest' })
    await lines.next()
    await lines.next()
    await lines.return(undefined)
    expect(await lines.next()).toEqual({ done: true, value: undefined })

    const broken = readOrdersCsv(
      { ...shop.system, log: { ...shop.system.log, error: () => {} } as never },
      { sort: 'newest' },
    )
    expect((await broken.next()).value).toMatch(/^order,id,/)
    await shop.services.pool.query('alter table order_line rename to away')
    try {
      expect((await broken.next()).value).toBe(`${BROKEN_OFF}\r\n`)
      expect((await broken.next()).done).toBe(true)
    } finally {
      await shop.services.pool.query('alter table away rename to order_line')
    }
  })
})
