import { csvLine } from '#kernel/api/files/csv.server.ts'
import type { Figures, ReportFilters, ReportRow } from './contract.ts'

const HEADS = {
  day: ['Day'],
  month: ['Month'],
  product: ['Product', 'Product id'],
  tier: ['Tier'],
  state: ['State'],
} satisfies Record<ReportFilters['by'], string[]>

const PARTS = ['subtotal', 'discount', 'fee client', 'fee platform', 'shipping', 'tax', 'total']
const AMOUNTS = [
  ...['Orders', 'Pieces'],
  ...PARTS.map(part => part[0]!.toUpperCase() + part.slice(1)),
  ...['Refunds', ...PARTS.map(part => `Refunded ${part}`)],
  ...['Renewals', 'Renewals total', 'Charged back', 'Dispute fees', 'Net'],
]

/**
 * Streams a report as CSV: header, rows and sums. Dollars with two decimals.
 * @param read is called after the header was sent, so that a slow report starts its file at once.
 */
export async function* csvOf(
  by: ReportFilters['by'],
  read: () => Promise<{ rows: readonly ReportRow[]; sums: Figures }>,
): AsyncGenerator<string> {
  yield csvLine([...HEADS[by], ...AMOUNTS])
  const { rows, sums } = await read()
  for (const row of rows) yield csvLine([row.name, ...(by === 'product' ? [row.key] : []), ...amountsOf(row)])
  yield csvLine(['Sum', ...(by === 'product' ? [''] : []), ...amountsOf(sums)])
}

const money = (dollars: number) => dollars.toFixed(2)

type Parts = Pick<Figures, 'subtotal' | 'discount' | 'fees' | 'shipping' | 'tax' | 'total'>
const partsOf = ({ subtotal, discount, fees, shipping, tax, total }: Parts) =>
  [subtotal, discount, fees.clientShare, fees.platformShare, shipping, tax, total].map(money)

const amountsOf = (figures: Figures) => [
  figures.orders,
  figures.pieces,
  ...partsOf(figures),
  figures.refunds.count,
  ...partsOf(figures.refunds),
  figures.renewals.count,
  money(figures.renewals.total),
  money(figures.disputes.total),
  money(figures.disputes.fees),
  money(figures.net),
]
