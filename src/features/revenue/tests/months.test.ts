import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkRevenue } from '../commands/check-revenue.server.ts'
import { rollUpDay, rollUpMonth, rollUpRevenue } from '../commands/roll-up.server.ts'
import { readStretch } from '../queries/days.server.ts'
import { line } from '../testing/books.ts'
import { nested } from '../testing/nested.ts'
import { MONTHS, openRevenueShop } from '../testing/revenue-shop.ts'

const { shop, books, report, net, openDays, reset } = await openRevenueShop()
beforeEach(() => reset())

describe('a month whose days are all added up', () => {
  const JULY = '2026-07-01'
  const months = async () => (await readStretch(shop.system, MONTHS)).months
  /** Sells twice in July and once in August, around the midnight in between, and a free order later, so that August is over. */
  const sellSomething = async () => {
    await books.order({ at: '2026-07-03T18:00:00Z', lines: [line(1000)] })
    await books.order({ at: '2026-08-01T05:59:59.999Z', lines: [line(200)] })
    await books.order({ at: '2026-08-01T06:00:00Z', lines: [line(30)] })
    await books.order({ at: '2026-09-01T18:00:00Z', lines: [line(0)] })
  }

  it('a complete month is read as one row, from its first day on though nothing was sold on it', async () => {
    await sellSomething()
    await rollUpRevenue(shop.system)
    expect(await readStretch(shop.system, MONTHS)).toEqual({
      months: [JULY, '2026-08-01'],
      days: ['2026-09-01'],
      open: [],
    })
    // July and August are not covered as whole months, so their days are read.
    const { months: whole, days } = await readStretch(shop.system, { from: '2026-07-04', to: '2026-08-31' })
    expect([whole, days[0], days.length]).toEqual([['2026-08-01'], '2026-07-04', 28])
    expect((await readStretch(shop.system, { from: JULY, to: '2026-08-30' })).months).toEqual([JULY])
    expect([await net(), await net(`from=${JULY}&to=2026-07-31`)]).toEqual([12.3, 12])
    expect([await net('from=2026-07-04&to=2026-08-31'), await net('from=2026-07-31&to=2026-07-31')]).toEqual([2.3, 2])
    const { rows } = await report('by=month')
    expect(rows.map((row: { key: string; net: number }) => [row.key, row.net])).toEqual([
      ['2026-09', 0],
      ['2026-08', 0.3],
      ['2026-07', 12],
    ])
  })

  it('a month is read by its days as soon as one of them changes, also for early times', async () => {
    await sellSomething()
    await rollUpRevenue(shop.system)
    await books.order({ at: '2026-07-01T06:00:00Z', lines: [line(4)] })
    expect([await months(), await net()]).toEqual([['2026-08-01'], 12.34])
    expect(await openDays()).toEqual([JULY])
    await rollUpDay(shop.system, JULY)
    expect([await months(), await net()]).toEqual([['2026-08-01'], 12.34])
    await rollUpRevenue(shop.system)
    expect([await months(), await net()]).toEqual([[JULY, '2026-08-01'], 12.34])
    await books.order({ at: '2026-06-30T18:00:00Z', lines: [line(5)] })
    expect(await net()).toBe(12.39)
  })

  it('a month row is deleted with a day that is rolled up again, in either order', async () => {
    await sellSomething()
    await rollUpRevenue(shop.system)
    await books.order({ at: '2026-07-05T18:00:00Z', lines: [line(4)] })
    const again = (trx: typeof shop.services.db) => ({ ...shop.system, db: nested(trx) })
    await shop.services.db.transaction().execute(async trx => {
      expect(await rollUpDay(again(trx), '2026-07-05')).toBe(true)
      // The month's roll-up does not wait for the day's lock.
      expect(await rollUpMonth(shop.system, JULY)).toBe(false)
    })
    expect([await months(), await net()]).toEqual([['2026-08-01'], 12.34])
    let day: Promise<unknown> = Promise.resolve()
    await shop.services.db.transaction().execute(async trx => {
      expect(await rollUpMonth(again(trx), JULY)).toBe(true)
      day = rollUpDay(shop.system, '2026-07-05')
      await sql`select pg_sleep(0.1)`.execute(trx)
    })
    expect(await day).toBe(true)
    // The month contained the day's previous sum, so the month was removed.
    expect([await months(), await net()]).toEqual([['2026-08-01'], 12.34])
  })

  it('a month left by a killed run is rolled up by the next, once for concurrent runs', async () => {
    await sellSomething()
    await rollUpRevenue(shop.system)
    await sql`delete from revenue_rolled_month`.execute(shop.services.db)
    const dying = shop.services.db.transaction().execute(async trx => {
      await rollUpMonth({ ...shop.system, db: nested(trx) }, JULY)
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect([await months(), await net()]).toEqual([[], 12.3])
    const added = await Promise.all(Array.from({ length: 6 }, () => rollUpMonth(shop.system, JULY)))
    expect(added.filter(Boolean)).toHaveLength(1)
    expect([await months(), await net()]).toEqual([[JULY], 12.3])
  })

  it('a month is compared with its days every night', async () => {
    await sellSomething()
    await rollUpRevenue(shop.system)
    await sql`update revenue_month set tax_cents = 1 where day = ${JULY} and dimension = 'tier'`.execute(
      shop.services.db,
    )
    expect(await checkRevenue(shop.system)).toEqual([JULY])
    expect((await report('')).check).toMatchObject({ mendedDays: [], mendedMonths: ['2026-07'] })
    expect([await months(), await net(), await checkRevenue(shop.system)]).toEqual([[JULY, '2026-08-01'], 12.3, []])
  })
})
