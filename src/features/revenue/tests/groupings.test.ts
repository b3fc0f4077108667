import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { checkRevenue } from '../commands/check-revenue.server.ts'
import { rollUpRevenue } from '../commands/roll-up.server.ts'
import { type Figures, GROUPINGS, ReportQuery } from '../contract.ts'
import { listOpenDays } from '../queries/days.server.ts'
import { readReport } from '../queries/report.server.ts'
import { booksOf, line } from '../testing/books.ts'

const shop = await testShop({ now: new Date('2026-11-10T19:00:00Z') })
const books = booksOf(shop, (await shop.addUser()).userId)
// The shop rolls up at its start in a job. The job ends before any test relies on rolled-up days.
await shop.settleJobs()

/** The whole time, and days from inside one month to inside another. */
const SPANS = [
  { from: '2026-03-01', to: '2026-11-30' },
  { from: '2026-08-31', to: '2026-11-01' },
]
const everyGrouping = () =>
  Promise.all(
    SPANS.flatMap(span =>
      GROUPINGS.map(async by => {
        const { rows, sums } = await readReport(shop.system, ReportQuery.parse({ by, limit: 1000, ...span }))
        return { rows, sums }
      }),
    ),
  )
const openDays = () => listOpenDays(shop.system, SPANS[0]!)
const forgetDays = (some: RawBuilder<unknown>) =>
  sql`delete from revenue_rolled_day where ${some}`.execute(shop.services.db)

/** Every amount of the figures in whole cents, by path. */
function centsOf(figures: object, path = ''): [string, number][] {
  return Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [[`${path}${name}`, Math.round(value * 100)] as [string, number]]
      : typeof value === 'object'
        ? centsOf(value, `${path}${name}.`)
        : [],
  )
}
function added(rows: readonly Figures[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) for (const [name, cents] of centsOf(row)) sums[name] = (sums[name] ?? 0) + cents
  return sums
}
/** Orders and refunds with several products appear in several rows. */
const COUNTED_ONCE = ['orders', 'refunds.count']

const cents = fc.integer({ min: 0, max: 99_999 })
const someLine = fc
  .record({
    unit: cents,
    product: fc.nat(5),
    quantity: fc.integer({ min: 1, max: 5 }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ unit, product, quantity, off }) => line(unit, product, quantity, Math.floor(unit * quantity * off)))
const DAYS = [
  '2026-08-31',
  '2026-09-01',
  '2026-09-15',
  '2026-10-31',
  '2026-11-01',
  '2026-11-02',
  '2026-11-09',
  '2026-11-10',
]
const moment = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 86_399_999 }))
  .map(([day, ms]) => new Date(Date.parse(day) + ms))
const someOrder = fc.record({
  at: moment,
  lines: fc.array(someLine, { minLength: 1, maxLength: 5 }),
  extra: fc.record({ feeClient: cents, feePlatform: cents, shipping: cents, tax: cents }),
  taxState: fc.constantFrom('UT', 'TX', null),
  shipTo: fc.constantFrom('NV', ' ny', ''),
  /** The parts of a refund as shares of the payment; undefined without a refund. */
  back: fc.option(fc.record({ at: moment, share: fc.double({ min: 0, max: 1, noNaN: true }), named: fc.boolean() }), {
    nil: undefined,
  }),
})
type SomeOrder = typeof someOrder extends fc.Arbitrary<infer T> ? T : never

async function place({ at, lines, extra, taxState, shipTo, back }: SomeOrder): Promise<void> {
  const discount = lines.reduce((sum, { discount }) => sum + discount, 0)
  const order = await books.order({ at, lines, parts: { ...extra, discount }, taxState, shipTo })
  if (!back) return
  const pieces: [number, number][] = lines.map((_, position) => [position, 1])
  const shares = Object.entries(order.parts).map(([part, paid]) => [part, Math.floor(paid * back.share)])
  await books.refund(order, back.at, Object.fromEntries(shares), back.named ? pieces : [])
}

describe('groupings of revenue', () => {
  it('every grouping has the same total, part by part, from orders as from rolled-up days and months [B-11.25]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someOrder, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(moment, cents), { maxLength: 2 }),
        fc.array(someOrder, { maxLength: 2 }),
        async (orders, renewals, late) => {
          await books.forgetAll()
          for (const order of orders) await place(order)
          for (const [at, amount] of renewals) await books.renewal(at, amount)
          await rollUpRevenue(shop.system)
          for (const order of late) await place(order)
          const partlyStale = await everyGrouping()
          await forgetDays(sql`extract(day from day)::int % 3 = 0`)
          const partlyAddedUp = await everyGrouping()
          await forgetDays(sql`true`)
          const live = await everyGrouping()
          for (const { rows, sums } of live) {
            const rowSums = added(rows)
            for (const [name, whole] of centsOf(sums))
              if (!COUNTED_ONCE.includes(name)) expect(rowSums[name] ?? 0, name).toBe(whole)
          }
          const { rows: money } = await sql<{ cents: number }>`
          select (select sum(total_cents - refunded_cents) from customer_order)
            + (select coalesce(sum(amount_cents), 0) from membership_invoice) as cents`.execute(shop.services.db)
          expect(Math.round(live[0]!.sums.net * 100)).toBe(money[0]!.cents)
          expect(partlyStale).toEqual(live)
          expect(partlyAddedUp).toEqual(live)
          await rollUpRevenue(shop.system)
          expect(await openDays()).toEqual((await openDays()).filter(day => day >= '2026-11-10'))
          expect(await everyGrouping()).toEqual(live)
          expect(await checkRevenue(shop.system)).toEqual([])
        },
      ),
      { numRuns: few(2, 6) },
    )
  })
})
