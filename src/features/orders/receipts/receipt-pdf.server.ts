import type { PaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { type Column, openSheet, type Sheet } from '#kernel/pdf/sheet.server.ts'
import type { Receipt, ReceiptLine } from './contract.ts'

const COLUMNS = {
  item: { x: 0, width: 270 },
  unit: { x: 278, width: 82, align: 'right' },
  quantity: { x: 366, width: 50, align: 'right' },
  amount: { x: 422, width: 94, align: 'right' },
} as const satisfies Record<string, Column>
const SUMS = { name: { x: 246, width: 170, align: 'right' }, amount: COLUMNS.amount } as const
const SIZE = 9.5
const NOTE = 8.5

/**
 * Renders a receipt as a PDF of US Letter pages. An unchanged receipt gives a byte-identical file.
 * @param at last change of the order, used as the file's date.
 */
export async function receiptPdf(receipt: Receipt, at: Date, brand: PaperBrand): Promise<Buffer> {
  const sheet = await openSheet({ title: `Receipt ${receipt.number}`, author: receipt.seller[0] ?? '', brand, at })
  head(sheet, receipt)
  lines(sheet, receipt.lines)
  sums(sheet, receipt)
  return sheet.close()
}

/** Seller, buyer, address and facts in columns. */
function head(sheet: Sheet, { seller, facts, buyer, shipTo, number }: Receipt) {
  sheet.text(`Receipt ${number}`, { x: 0, width: 516 }, { face: 'figure', size: 24 })
  sheet.down(42)
  sheet.row([
    block(sheet, 'Sold by', seller, { x: 0, width: 160 }),
    block(sheet, 'Buyer', buyer, { x: 178, width: 160 }),
    ...(shipTo.length > 0 ? [block(sheet, 'Ship to', shipTo, { x: 356, width: 160 })] : []),
  ])
  sheet.down(16)
  const width = 516 / facts.length
  sheet.row(facts.map(({ name, value }, at) => block(sheet, name, [value], { x: at * width, width: width - 10 })))
  sheet.down(18)
}

/** A small heading with lines below. @returns the height. */
function block(sheet: Sheet, heading: string, words: readonly string[], column: Column): number {
  const label = sheet.text(heading.toUpperCase(), column, { face: 'figure', size: 8.5, tone: 'muted', spacing: 0.7 })
  return words.reduce((y, line) => y + sheet.text(line, column, { size: SIZE, dy: y }), label + 3)
}

function lines(sheet: Sheet, all: readonly ReceiptLine[]) {
  const columnHeads = () => {
    const label = { face: 'figure', size: 8.5, tone: 'muted', spacing: 0.7 } as const
    sheet.text('ITEM', COLUMNS.item, label)
    sheet.text('UNIT PRICE', COLUMNS.unit, label)
    sheet.text('QUANTITY', COLUMNS.quantity, label)
    sheet.text('AMOUNT', COLUMNS.amount, label)
    sheet.down(13)
    sheet.rule('strong')
    sheet.down(7)
  }
  columnHeads()
  for (const line of all) {
    sheet.keepTogether(lineHeight(sheet, line), columnHeads)
    drawLine(sheet, line)
    sheet.rule('hairline')
    sheet.down(7)
  }
  sheet.down(8)
}

const lineHeight = (sheet: Sheet, { name, notes, was, discount }: ReceiptLine) => {
  const left = sheet.heightOf(name, COLUMNS.item, { face: 'strong', size: SIZE })
  const below = notes.length > 0 ? sheet.heightOf(notes.join(' · '), COLUMNS.item, { size: NOTE }) : 0
  return Math.max(left + below, was || discount ? 26 : 0) + 14
}

function drawLine(sheet: Sheet, { name, notes, quantity, unit, was, amount, discount }: ReceiptLine) {
  let y = sheet.text(name, COLUMNS.item, { face: 'strong', size: SIZE })
  if (notes.length > 0) y += sheet.text(notes.join(' · '), COLUMNS.item, { size: NOTE, tone: 'muted', dy: y })
  const under = { size: NOTE, tone: 'muted', dy: 13 } as const
  sheet.text(unit, COLUMNS.unit, { size: SIZE })
  if (was) sheet.text(`was ${was}`, COLUMNS.unit, under)
  sheet.text(quantity, COLUMNS.quantity, { size: SIZE })
  sheet.text(amount, COLUMNS.amount, { size: SIZE })
  if (discount) sheet.text(`discount ${discount}`, COLUMNS.amount, under)
  sheet.down(Math.max(y, was || discount ? 26 : 0) + 6)
}

function sums(sheet: Sheet, { parts, total, refunds, kept, credits }: Receipt) {
  const rows = parts.length + refunds.length + (kept ? 1 : 0)
  sheet.keepTogether(rows * 16 + 60)
  const row = (name: string, amount: string, face: 'text' | 'strong' = 'text') => {
    const height = sheet.text(name, SUMS.name, { size: SIZE, face })
    sheet.text(amount, SUMS.amount, { size: SIZE, face })
    sheet.down(Math.max(16, height + 3))
  }
  for (const { name, amount } of parts) row(name, amount)
  sheet.down(2)
  sheet.rule('strong', SUMS.name.x)
  sheet.down(6)
  sheet.text('TOTAL', SUMS.name, { face: 'figure', size: 11, spacing: 0.7, dy: 4 })
  sheet.text(total, SUMS.amount, { face: 'figure', size: 17 })
  sheet.down(26)
  for (const { name, amount } of refunds) row(name, amount)
  if (kept) row('Paid after refunds', kept, 'strong')
  if (credits.length === 0) return
  sheet.keepTogether(40)
  sheet.down(8)
  sheet.row(credits.map(({ name, value }, at) => block(sheet, name, [value], { x: at * 258, width: 248 })))
}
