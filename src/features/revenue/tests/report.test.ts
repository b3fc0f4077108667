import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { booksOf, line, PRODUCTS } from '../testing/books.ts'

// A Wednesday, 06:00 Mountain time.
const shop = await testShop({ now: new Date('2026-03-04T13:00:00Z') })
const admin = await shop.addUser({ admin: true })
const books = booksOf(shop, admin.userId)
beforeEach(async () => {
  shop.clock.set('2026-03-04T13:00:00Z')
  await books.forgetAll()
})

const get = (path: string) => shop.call(`/api/admin/revenue${path}`, { as: admin })
const revenue = async (period: string) => (await get(`?period=${period}`)).json
const report = async (query: string) => (await get(`/report?${query}`)).json

describe('the revenue of a period', () => {
  it('an empty shop has no revenue [B-12.54] [B-12.206]', async () => {
    for (const period of ['week', 'month', 'all'])
      expect(await revenue(period)).toEqual({ total_revenue: 0, total_orders: 0, average_order_value: 0, period })
    expect(await report('by=day')).toMatchObject({ from: '2026-03-04', to: '2026-03-04', rows: [], nextCursor: null })
  })

  it('the revenue is payments and renewals less refunds, for the week since Monday, the month and all time [B-11.25] [B-12.11] [B-12.13] [B-12.54] [B-12.146] [B-13.14]', async () => {
    await books.order({
      at: '2026-03-03T12:00:00Z',
      lines: [line(1999)],
      parts: { tax: 165, feeClient: 70, feePlatform: 30 },
    })
    // Sunday evening belongs to the week before, although it is Monday in UTC.
    const sunday = await books.order({ at: '2026-03-02T06:59:59Z', lines: [line(5000)] })
    // The last evening of February in Mountain time, March in UTC.
    await books.order({ at: '2026-03-01T06:59:59Z', lines: [line(700)] })
    await books.refund(sunday, '2026-03-03T08:00:00Z', { subtotal: 1000 }, [[0, 1]])
    await books.renewal('2026-03-02T07:00:00Z', 2499)
    // 22.64 of one order, 24.99 renewed, 10.00 refunded.
    expect(await revenue('week')).toEqual({
      total_revenue: 37.63,
      total_orders: 1,
      average_order_value: 12.64,
      period: 'week',
    })
    expect(await revenue('month')).toMatchObject({ total_revenue: 87.63, total_orders: 2, average_order_value: 31.32 })
    // 62.64 + 7.00 less … over three orders: (2264 + 5000 + 700 − 1000) / 3 = 2321.33 cents.
    expect(await revenue('all')).toMatchObject({ total_revenue: 94.63, total_orders: 3, average_order_value: 23.21 })
    expect((await get('')).json).toMatchObject({ period: 'all', total_revenue: 94.63 })
  })

  it('the revenue counts paid orders only', async () => {
    const shopper = await shop.addUser()
    await shop.services.db
      .insertInto('customer_order')
      .values({
        id: PRODUCTS[0]!,
        user_id: shopper.userId,
        mode: 'payment',
        email: 'a@example.com',
        subtotal_cents: 100,
        discount_cents: 0,
        fee_cents: 0,
        fee_client_cents: 0,
        fee_platform_cents: 0,
        shipping_cents: 0,
        tax_cents: 0,
        total_cents: 100,
        payment_method: 'stripe',
        created_at: shop.clock.now(),
        expires_at: shop.clock.now(),
        next_reconcile_at: shop.clock.now(),
      })
      .execute()
    expect(await revenue('all')).toMatchObject({ total_revenue: 0, total_orders: 0 })
  })
})

describe('the report', () => {
  /** A day with orders from two states and a discount, and a refund on the next day. */
  async function someDays() {
    const order = await books.order({
      at: '2026-02-10T18:00:00Z',
      lines: [line(3000, 1, 2, 600), line(1000, 2, 1, 100)],
      parts: { discount: 700, feeClient: 280, feePlatform: 120, shipping: 500, tax: 520 },
      taxState: 'UT',
      shipTo: 'TX',
    })
    await books.order({ at: '2026-02-11T18:00:00Z', lines: [line(1000, 2)], shipTo: ' co ' })
    await books.refund(
      order,
      '2026-02-11T20:00:00Z',
      { subtotal: 3000, discount: 300, feeClient: 100, feePlatform: 43, shipping: 0, tax: 223 },
      [[0, 1]],
    )
    await books.order({ at: '2026-02-10T19:00:00Z', lines: [line(2499, 3)], shipTo: 'NV', subscription: 'sub_1' })
    await books.renewal('2026-02-12T18:00:00Z', 2499, 'sub_1')
  }

  it('the report has every part of the price, for sales and refunds [B-11.13]', async () => {
    await someDays()
    const { rows, sums } = await report('by=day&from=2026-02-01&to=2026-02-28')
    expect(rows.map((row: { key: string; net: number }) => [row.key, row.net])).toEqual([
      ['2026-02-12', 24.99],
      ['2026-02-11', -20.66],
      ['2026-02-10', 102.19],
    ])
    expect(sums).toEqual({
      orders: 3,
      pieces: 5,
      subtotal: 104.99,
      discount: 7,
      fees: { amount: 4, clientShare: 2.8, platformShare: 1.2 },
      shipping: 5,
      tax: 5.2,
      total: 112.19,
      refunds: {
        count: 1,
        subtotal: 30,
        discount: 3,
        fees: { amount: 1.43, clientShare: 1, platformShare: 0.43 },
        shipping: 0,
        tax: 2.23,
        total: 30.66,
      },
      renewals: { count: 1, total: 24.99 },
      disputes: { total: 0, fees: 0 },
      net: 106.52,
    })
  })

  it('fee, shipping and tax are shared over the lines to the cent, and a renewal belongs to its product', async () => {
    await someDays()
    const { rows, sums } = await report('by=product&sort=key&from=2026-02-01&to=2026-02-28')
    type Row = { name: string; orders: number; tax: number; shipping: number; net: number }
    const shown = rows.map(({ name, orders, tax, shipping, net }: Row) => [name, orders, tax, shipping, net])
    expect(shown).toEqual([
      // The row has 54.00 of the 63.00 net: 5.00 × 54/63 = 4.28. The remaining cents go to the next line.
      ['Product 1', 1, 4.45, 4.28, 35.49],
      ['Product 2', 2, 0.75, 0.72, 21.05],
      ['Product 3', 1, 0, 0, 49.98],
    ])
    expect(sums.orders).toBe(3)
    expect((await report('by=tier')).rows.map((row: { key: string }) => row.key)).toEqual([
      'Gold',
      'Platinum',
      'Silver',
    ])
  })

  it('an order belongs to the state of its tax, or of its shipping [B-11.25]', async () => {
    await someDays()
    const { rows } = await report('by=state')
    const shown = rows.map(({ key, tax, net }: { key: string; tax: number; net: number }) => [key, tax, net])
    expect(shown).toEqual([
      ['CO', 0, 10],
      ['NV', 0, 49.98],
      ['UT', 5.2, 46.54],
    ])
  })

  it('the report names rows without a product, and includes a renewal of an unknown order', async () => {
    await books.renewal('2026-02-12T18:00:00Z', 2499)
    for (const by of ['product', 'tier', 'state'])
      expect((await report(`by=${by}`)).rows).toMatchObject([{ key: '', name: `No ${by}`, net: 24.99 }])
    expect((await report('by=month')).rows).toMatchObject([{ key: '2026-02', renewals: { count: 1, total: 24.99 } }])
  })

  it('the report continues after its page, in every order', async () => {
    for (let n = 0; n < 7; n++)
      await books.order({ at: `2026-02-0${n + 1}T18:00:00Z`, lines: [line(1000 * (n % 3), n % 6)], shipTo: 'UT' })
    for (const sort of ['key', 'net', 'orders', 'refunds', 'fees'])
      for (const direction of ['ascending', 'descending']) {
        const query = `by=day&sort=${sort}&direction=${direction}`
        const whole = (await report(query)).rows
        const pages = []
        let cursor = ''
        for (let page = 0; page < 4; page++) {
          const { rows, nextCursor } = await report(`${query}&limit=2${cursor}`)
          pages.push(...rows)
          cursor = `&cursor=${nextCursor}`
          expect(nextCursor === null).toBe(page === 3)
        }
        expect(pages).toEqual(whole)
        expect(whole).toHaveLength(7)
      }
  })

  it('an impossible range is refused with a message', async () => {
    await books.order({ at: '2026-02-10T18:00:00Z', lines: [line(1000)] })
    const wrong = [
      'by=year',
      'from=2026-02-30',
      'from=2026-03-02&to=2026-03-01',
      'limit=1001',
      'cursor=xyz',
      'sort=name',
    ]
    for (const query of wrong) expect((await get(`/report?${query}`)).status, query).toBe(400)
    expect((await get('?period=year')).status).toBe(400)
    expect((await get('/report?from=0001-01-01&to=9999-12-31')).status).toBe(200)
  })

  it('the report is for staff only', async () => {
    const shopper = await shop.addUser()
    for (const path of ['?period=week', '/report', '/report.csv']) {
      expect((await shop.call(`/api/admin/revenue${path}`)).status).toBe(401)
      expect((await shop.call(`/api/admin/revenue${path}`, { as: shopper })).status).toBe(403)
    }
  })
})

describe('the file of a report', () => {
  it('the file has its rows and sums, and no formula [B-11.25] [B-13.68]', async () => {
    await books.order({ at: '2026-02-10T18:00:00Z', lines: [line(1000)], parts: { feeClient: 70, feePlatform: 30 } })
    await shop.services.db.updateTable('order_line').set({ name: '=HYPERLINK("http://evil.example")' }).execute()
    const file = await get('/report.csv?by=product&from=2026-02-01&to=2026-02-28')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toContain('revenue-by-product-2026-02-01-2026-02-28.csv')
    const [head, row, sum] = file.text.split('\r\n')
    expect(head).toMatch(/^\ufeff?Product,Product id,Orders,Pieces,Subtotal,Discount,Fee client,Fee platform/)
    expect(row).toBe(
      `"'=HYPERLINK(""http://evil.example"")",${PRODUCTS[0]},1,1,10.00,0.00,0.70,0.30,0.00,0.00,11.00,0,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0,0.00,0.00,0.00,11.00`,
    )
    expect(sum).toMatch(/^Sum,,1,1,10\.00/)
  })
})
