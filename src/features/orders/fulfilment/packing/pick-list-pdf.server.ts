import type { PaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { type Column, openSheet, type Sheet } from '#kernel/pdf/sheet.server.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import type { PickLine, PickList } from './contract.ts'

const COLUMNS = {
  place: { x: 0, width: 90 },
  item: { x: 98, width: 226 },
  pieces: { x: 332, width: 50, align: 'right' },
  orders: { x: 394, width: 122 },
} as const satisfies Record<string, Column>
const LABEL = { face: 'figure', size: 8.5, tone: 'muted', spacing: 0.7 } as const
const SIZE = 9.5
const NOTE = 8.5

/** A pick list as a PDF of US Letter pages. @param at the moment of the list */
export async function pickListPdf(list: PickList, at: Date, brand: PaperBrand): Promise<Buffer> {
  const sheet = await openSheet({ title: 'Pick list', author: brand.name, brand, at })
  sheet.text('Pick list', { x: 0, width: 516 }, { face: 'figure', size: 24 })
  sheet.down(32)
  const { orderCount } = list
  const orders = `${orderCount} ${orderCount === 1 ? 'order' : 'orders'}${list.hasMore ? ', the oldest ones' : ''}`
  sheet.text(`${formatMoment(at)} · ${orders}`, { x: 0, width: 516 }, { size: SIZE, tone: 'muted' })
  sheet.down(26)
  const heads = () => {
    sheet.text('SHELF', COLUMNS.place, LABEL)
    sheet.text('ITEM', COLUMNS.item, LABEL)
    sheet.text('PIECES', COLUMNS.pieces, LABEL)
    sheet.text('ORDERS', COLUMNS.orders, LABEL)
    sheet.down(13)
    sheet.rule('strong')
    sheet.down(7)
  }
  heads()
  for (const line of list.lines) drawLine(sheet, line, heads)
  if (list.lines.length === 0) sheet.text('Nothing waits for packing.', { x: 0, width: 516 }, { size: SIZE })
  return sheet.close()
}

function drawLine(sheet: Sheet, line: PickLine, heads: () => void) {
  const place = line.place ?? '–'
  const notes = [...Object.values(line.options), line.sku ? `SKU ${line.sku}` : ''].filter(Boolean).join(' · ')
  // A popular thing is in hundreds of orders.
  const named = line.orders.slice(0, 12).join(', ')
  const rest = line.orders.length - 12
  const orders = rest > 0 ? `${named} and ${rest} more` : named
  const name = sheet.heightOf(line.name, COLUMNS.item, { face: 'strong', size: SIZE })
  const height = Math.max(
    sheet.heightOf(place, COLUMNS.place, { face: 'strong', size: SIZE }),
    name + (notes ? sheet.heightOf(notes, COLUMNS.item, { size: NOTE }) : 0),
    sheet.heightOf(orders, COLUMNS.orders, { size: NOTE }),
  )
  sheet.keepTogether(height + 14, heads)
  sheet.text(place, COLUMNS.place, { face: 'strong', size: SIZE })
  sheet.text(line.name, COLUMNS.item, { face: 'strong', size: SIZE })
  if (notes) sheet.text(notes, COLUMNS.item, { size: NOTE, tone: 'muted', dy: name })
  sheet.text(String(line.quantity), COLUMNS.pieces, { face: 'strong', size: 12 })
  sheet.text(orders, COLUMNS.orders, { size: NOTE, tone: 'muted' })
  sheet.down(height + 6)
  sheet.rule('hairline')
  sheet.down(7)
}
