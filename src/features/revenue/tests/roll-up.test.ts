import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkRevenue } from '../commands/check-revenue.server.ts'
import { rollUpDay, rollUpRevenue } from '../commands/roll-up.server.ts'
import { ROLL_UP_REVENUE } from '../jobs.server.ts'
import { type BookedLine, line } from '../testing/books.ts'
import { nested } from '../testing/nested.ts'
import { openRevenueShop } from '../testing/revenue-shop.ts'

const { shop, books, report, net, openDays, reset } = await openRevenueShop()
beforeEach(() => reset())

describe('a day of the shop', () => {
  /** The evening before and the morning after a midnight in Mountain time: with clocks going forward, going back, and unchanged. */
  it.each([
    [
      '2026-03-08',
      '2026-03-08T06:59:59.999Z',
      '2026-03-08T07:00:00Z',
      '2026-03-09T05:59:59.999Z',
      '2026-03-09T06:00:00Z',
    ],
    [
      '2026-11-01',
      '2026-11-01T05:59:59.999Z',
      '2026-11-01T06:00:00Z',
      '2026-11-02T06:59:59.999Z',
      '2026-11-02T07:00:00Z',
    ],
    [
      '2026-07-04',
      '2026-07-04T05:59:59.999Z',
      '2026-07-04T06:00:00Z',
      '2026-07-05T05:59:59.999Z',
      '2026-07-05T06:00:00Z',
    ],
  ])('%s begins and ends at midnight in the Mountain zone', async (day, before, first, last, after) => {
    for (const [n, at] of [before, first, last, after].entries()) await books.order({ at, lines: [line(10 ** n)] })
    const alone = `by=day&from=${day}&to=${day}`
    expect(await report(alone)).toMatchObject({ rows: [{ key: day, orders: 2, net: 1.1 }], sums: { net: 1.1 } })
    await rollUpRevenue(shop.system)
    expect(await report(alone)).toMatchObject({ rows: [{ key: day, orders: 2, net: 1.1 }], sums: { net: 1.1 } })
    expect(await net()).toBe(11.11)
  })

  it('a refund counts on its own day, and a change of a renewal on the day of its payment', async () => {
    const order = await books.order({ at: '2026-07-01T18:00:00Z', lines: [line(5000)] })
    const invoice = await books.renewal('2026-07-02T18:00:00Z', 2499)
    await rollUpRevenue(shop.system)
    await books.refund(order, '2026-11-09T18:00:00Z', { subtotal: 2000 }, [[0, 1]])
    await sql`update membership_invoice set refunded_cents = 499 where id = ${invoice}`.execute(shop.services.db)
    const days = async () =>
      (await report('by=day')).rows.map((row: { key: string; net: number }) => [row.key, row.net])
    const expected = [
      ['2026-11-09', -20],
      ['2026-07-02', 20],
      ['2026-07-01', 50],
    ]
    expect((await days()).filter(([, sum]: [string, number]) => sum !== 0)).toEqual(expected)
    await rollUpRevenue(shop.system)
    expect((await days()).filter(([, sum]: [string, number]) => sum !== 0)).toEqual(expected)
    expect(await checkRevenue(shop.system)).toEqual([])
  })
})

describe('late facts', () => {
  const AT = '2026-07-04T18:00:00Z'

  it('a late fact counts at once although its day was rolled up, and the day is rolled up again', async () => {
    await books.order({ at: AT, lines: [line(1000)] })
    await rollUpRevenue(shop.system)
    await books.order({ at: AT, lines: [line(234)] })
    expect(await net()).toBe(12.34)
    expect(await openDays()).toContain('2026-07-04')
    await rollUpRevenue(shop.system)
    expect(await openDays()).not.toContain('2026-07-04')
    expect(await net()).toBe(12.34)
  })

  it('a transaction open during the roll-up is not lost', async () => {
    await books.order({ at: AT, lines: [line(1000)] })
    const pending = await books.order({ at: AT, lines: [line(234)] })
    await sql`update customer_order set status = 'pending', paid_at = null where id = ${pending.id}`.execute(
      shop.services.db,
    )
    await shop.services.db.transaction().execute(async trx => {
      await sql`update customer_order set status = 'paid', paid_at = ${AT} where id = ${pending.id}`.execute(trx)
      // The run does not wait for the lock; the day stays open until the next run.
      expect(await rollUpDay(shop.system, '2026-07-04')).toBe(false)
      expect(await rollUpRevenue(shop.system)).toMatchObject({ skipped: 1, isDone: false })
    })
    expect(await net()).toBe(12.34)
    expect(await rollUpRevenue(shop.system)).toMatchObject({ skipped: 0, isDone: true })
    expect(await net()).toBe(12.34)
  })

  it('a fact waits for the roll-up of its day, and is then marked as late', async () => {
    await books.order({ at: AT, lines: [line(1000)] })
    let late: Promise<unknown> = Promise.resolve()
    await shop.services.db.transaction().execute(async trx => {
      expect(await rollUpDay({ ...shop.system, db: nested(trx) }, '2026-07-04')).toBe(true)
      late = books.order({ at: AT, lines: [line(234)] })
      await sql`select pg_sleep(0.1)`.execute(trx)
    })
    await late
    expect(await net()).toBe(12.34)
    expect(await openDays()).toContain('2026-07-04')
  })

  it('a fact of a clock that ran ahead counts in all time, and in its day once the day comes', async () => {
    await books.order({ at: '2027-01-05T18:00:00Z', lines: [line(1000)] })
    await rollUpRevenue(shop.system)
    expect(await net()).toBe(10)
    shop.clock.set('2027-01-08T19:00:00Z')
    await rollUpRevenue(shop.system)
    await books.order({ at: '2027-01-07T18:00:00Z', lines: [line(500)] })
    // The clock moves back, so a day that counted as over continues.
    shop.clock.set('2027-01-05T19:00:00Z')
    await books.order({ at: shop.clock.now(), lines: [line(1)] })
    expect(await net()).toBe(15.01)
    expect(await net('from=2027-01-05&to=2027-01-05')).toBe(10.01)
  })
})

it('this week and this month end with their last day, however far a clock ran ahead [B-11.58]', async () => {
  shop.clock.set('2026-07-08T19:00:00Z')
  await books.order({ at: '2026-07-08T18:00:00Z', lines: [line(100)] })
  await books.order({ at: '2026-07-12T18:00:00Z', lines: [line(10)] })
  await books.order({ at: '2026-07-13T18:00:00Z', lines: [line(20)] })
  await books.order({ at: '2026-08-01T18:00:00Z', lines: [line(40)] })
  const shown = async (period: string) => {
    const { from, to, sums } = await report(`period=${period}`)
    return [from, to, sums.net]
  }
  expect(await shown('week')).toEqual(['2026-07-06', '2026-07-12', 1.1])
  expect(await shown('month')).toEqual(['2026-07-01', '2026-07-31', 1.3])
  expect(await shown('all')).toEqual(['2026-07-08', '2026-08-01', 1.7])
})

describe('adding up', () => {
  const lines: BookedLine[] = [line(1000)]

  it('a roll-up continues after a killed run, and concurrent runs do no harm', async () => {
    for (const day of ['03', '04', '05', '06']) await books.order({ at: `2026-07-${day}T18:00:00Z`, lines })
    const dying = shop.services.db.transaction().execute(async trx => {
      await rollUpDay({ ...shop.system, db: nested(trx) }, '2026-07-05')
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await rollUpDay(shop.system, '2026-07-06')).toBe(true)
    expect(await net()).toBe(40)
    await Promise.all(Array.from({ length: 6 }, () => rollUpRevenue(shop.system)))
    await rollUpRevenue(shop.system)
    expect(await net()).toBe(40)
    expect(await checkRevenue(shop.system)).toEqual([])
    const { rows } = await sql`select from revenue_day where dimension = 'day'`.execute(shop.services.db)
    expect(rows).toHaveLength(4)
  })

  it('a roll-up loses nothing of concurrent sales and refunds', async () => {
    const selling = Array.from({ length: 40 }, async (_, n) => {
      const order = await books.order({ at: `2026-07-0${(n % 3) + 1}T18:00:00Z`, lines })
      if (n % 4 === 0) await books.refund(order, '2026-07-02T20:00:00Z', { subtotal: 100 })
    })
    const adding = Array.from({ length: 12 }, () => rollUpRevenue(shop.system))
    await Promise.all([...selling, ...adding])
    expect(await net()).toBe(390)
    await rollUpRevenue(shop.system)
    expect(await net()).toBe(390)
    expect(await checkRevenue(shop.system)).toEqual([])
  })

  it('a nightly comparison finds, repairs and reports what no trigger could mark', async () => {
    const { id } = await books.order({ at: '2026-07-04T18:00:00Z', lines })
    await books.order({ at: '2026-07-05T18:00:00Z', lines })
    await rollUpRevenue(shop.system)
    await sql`alter table customer_order disable trigger customer_order_revenue`.execute(shop.services.db)
    await sql`update customer_order set tax_cents = 83, total_cents = 1083 where id = ${id}`.execute(shop.services.db)
    await sql`alter table customer_order enable trigger customer_order_revenue`.execute(shop.services.db)
    expect(await net()).toBe(20)
    expect(await checkRevenue(shop.system)).toEqual(['2026-07-04'])
    expect(await net()).toBe(20.83)
    expect((await report('')).check).toEqual({
      checkedAt: '2026-11-10T19:00:00.000Z',
      mendedDays: ['2026-07-04'],
      mendedMonths: [],
    })
    expect(await checkRevenue(shop.system)).toEqual([])
  })

  it('the roll-up is a job', async () => {
    await books.order({ at: '2026-07-04T18:00:00Z', lines })
    await shop.system.jobs.enqueue(shop.services.db, [{ job: ROLL_UP_REVENUE, data: {} }])
    await shop.settleJobs()
    expect(await openDays()).toEqual([])
  })
})
