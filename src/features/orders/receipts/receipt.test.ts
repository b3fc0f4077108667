import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { ORIGIN, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { shoppingIn } from '../testing/shopping.ts'
import type { Receipt, ReceiptLine } from './contract.ts'
import { receiptPdf } from './receipt-pdf.server.ts'

const shop = await testShop({ connections: 4 })
const shopping = shoppingIn(shop)
const buyer = await shop.addUser({ address: true })
const staff = await shop.addUser({ admin: true })
const tee = await shopping.addProduct({ name: 'Range Tee', priceCents: 4000, saleCents: 3250, stock: [9, 9] })
const mug = await shopping.addProduct({ name: 'Field Mug', priceCents: 1999, tier: 'Gold', entries: 1 })
const items = [{ ...tee.item, quantity: 2 }, mug.item]
const { json } = await shopping.checkout(buyer, items)
const orderId = json.orderId
shop.clock.advance(3 * 60_000)
await shopping.verify(buyer, new URL(await shopping.pay(json.url)).searchParams.get('session_id')!)

/** The texts of a PDF's pages, read by another program than the writer. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}

async function download(as: TestUser): Promise<{ answer: Response; bytes: Uint8Array }> {
  const headers = { authorization: `Bearer ${as.idToken}` }
  const answer = await shop.web.app.fetch(new Request(`${ORIGIN}/api/orders/${orderId}/receipt.pdf`, { headers }))
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const line = (name: string, more: Partial<ReceiptLine> = {}): ReceiptLine => ({
  name,
  notes: [],
  quantity: '1',
  unit: '$1.00',
  was: null,
  amount: '$1.00',
  discount: null,
  ...more,
})
const receipt: Receipt = {
  number: 'RD-100001',
  seller: ['Redoubt Supply Co.', 'PO Box 2100', 'Provo, UT 84603', 'USA', 'support@redoubt.test'],
  buyer: ['Sam Porter', 'sam@example.com'],
  shipTo: ['Sam Porter', '1 Way', 'Ogden, UT 84401'],
  facts: [{ name: 'Ordered', value: 'Mar 2, 2026, 5:00 AM MST' }],
  lines: [line('Range Tee')],
  parts: [{ name: 'Subtotal', amount: '$1.00' }],
  total: '$1.00',
  refunds: [],
  kept: null,
  credits: [],
}
const made = new Date('2026-03-02T12:00:00Z')
const brand = await readPaperBrand(shop.system)

describe('the receipt of a paid order', () => {
  it('the receipt has the items, the buyer, the cost and the basis of the tax [B-11.15]', async () => {
    const { status, json } = await shop.call(`/api/orders/${orderId}/receipt`, { as: buyer })
    expect(status).toBe(200)
    const { reference } = (await shop.call(`/api/orders/${orderId}`, { as: buyer })).json
    // 2 × 32.50 + 19.99 = 84.99; fee 5% is 4.25, so 5.00; tax 8.25% is 7.01.
    expect(json).toMatchObject({
      number: reference,
      seller: ['Redoubt Supply Co.', 'PO Box 2100', 'Provo, UT 84603', 'USA', 'support@redoubt.test'],
      facts: [
        { name: 'Ordered', value: 'Mar 2, 2026, 5:00 AM MST' },
        { name: 'Paid', value: 'Mar 2, 2026, 5:03 AM MST' },
        { name: 'Payment', value: 'Card' },
      ],
      lines: [
        {
          name: 'Range Tee',
          notes: ['Size: 0', `SKU ${tee.id}-0`],
          quantity: '2',
          unit: '$32.50',
          was: '$40.00',
          amount: '$65.00',
        },
        { name: 'Field Mug', notes: [`SKU ${mug.id}-0`], quantity: '1', unit: '$19.99', was: null, amount: '$19.99' },
      ],
      parts: [
        { name: 'Subtotal', amount: '$84.99' },
        { name: 'Merchant Platform Fee', amount: '$5.00' },
        { name: 'Shipping', amount: '$0.00' },
        { name: 'Tax (UT, 8.25%)', amount: '$7.01' },
      ],
      total: '$97.00',
      refunds: [],
      kept: null,
      credits: [{ name: 'Credits earned', value: '4 Silver, 1 Gold' }],
    })
    expect(json.buyer).toContain(buyer.email)
    expect(json.shipTo.length).toBeGreaterThan(2)
  })

  it('the PDF has the same words and its number, for its owner and for staff [B-11.15]', async () => {
    const { json } = await shop.call(`/api/orders/${orderId}/receipt`, { as: buyer })
    const { answer, bytes } = await download(buyer)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${json.number}.pdf"`)
    const pages = await pagesOf(bytes)
    expect(pages).toHaveLength(1)
    for (const words of ['Range Tee', 'was $40.00', '$65.00', 'Tax (UT, 8.25%)', '$97.00', '4 Silver, 1 Gold', 'Card'])
      expect(pages[0]).toContain(words)
    for (const words of [...json.seller, ...json.buyer, ...json.shipTo]) expect(pages[0]).toContain(words)
    expect(pages[0]).toContain(`Receipt ${json.number} · page 1 of 1`)
    expect((await download(staff)).bytes).toEqual(bytes)
  })

  it('the receipt is readable by its owner only, and does not exist before the payment', async () => {
    const stranger = await shop.addUser()
    const { item } = await shopping.addProduct()
    const { json: open } = await shopping.checkout(buyer, [item])
    for (const form of ['receipt', 'receipt.pdf']) {
      const asked = async (id: string, as?: TestUser) =>
        (await shop.call(`/api/orders/${id}/${form}`, as && { as })).json
      expect(await asked(orderId)).toMatchObject({ status: 401 })
      expect(await asked(orderId, stranger)).toMatchObject({ status: 403, code: 'Unauthorized' })
      expect(await asked('zeppelin', buyer)).toMatchObject({ status: 404, code: 'order_not_found' })
      expect(await asked(open.orderId, buyer)).toMatchObject({ status: 409, code: 'receipt_not_yet' })
    }
  })
})

describe('the receipt after a refund', () => {
  it('the receipt after a refund has the refund with its time, the amount paid in the end, and the credits taken back, in a new file', async () => {
    const { bytes: before } = await download(buyer)
    shop.clock.advance(20 * 60_000)
    const json = { lines: [{ position: 0, quantity: 1 }], reason: 'It came with a torn edge.' }
    expect((await shop.call(`/api/admin/orders/${orderId}/refunds`, { as: staff, json })).status).toBe(200)
    await shop.settleJobs()

    const { json: told } = await shop.call(`/api/orders/${orderId}/receipt`, { as: buyer })
    const { refunded } = (await shop.call(`/api/orders/${orderId}`, { as: buyer })).json
    expect(told.lines[0].notes).toEqual(['Size: 0', `SKU ${tee.id}-0`, '1 of 2 refunded'])
    expect(told.refunds).toEqual([{ name: 'Refund of Mar 2, 2026, 5:23 AM MST', amount: `-$${refunded.toFixed(2)}` }])
    expect(told.kept).toBe(`$${(97 - refunded).toFixed(2)}`)
    expect(told.total).toBe('$97.00')
    expect(told.credits[1]).toEqual({ name: 'Credits taken back', value: '2 Silver' })

    const { bytes } = await download(buyer)
    expect(bytes).not.toEqual(before)
    expect((await download(buyer)).bytes).toEqual(bytes)
    expect((await pagesOf(bytes))[0]).toContain('Refund of Mar 2, 2026, 5:23')
  })
})

describe('the PDF', () => {
  it('the PDF of a receipt is the same file byte by byte, and differs between receipts', async () => {
    const first = await receiptPdf(receipt, made, brand)
    expect(first.equals(await receiptPdf(receipt, made, brand))).toBe(true)
    expect(first.equals(await receiptPdf({ ...receipt, total: '$2.00' }, made, brand))).toBe(false)
  })

  it('the PDF has the logo in place of the name, else mark and name, or the name alone [B-1.29]', async () => {
    const wide = sharp({ create: { width: 400, height: 100, channels: 3, background: '#1f6feb' } })
    const png = await wide.png().toBuffer()
    const seen = async (shown: Partial<typeof brand>) => {
      const lines = Array.from({ length: 60 }, (_, at) => line(`Thing ${at}`))
      const pdf = await receiptPdf({ ...receipt, lines }, made, { ...brand, name: 'Tom & Söhne 山', ...shown })
      const [first, second] = await pagesOf(pdf)
      const images = pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
      return { images, isNamed: [first, second].map(page => page!.includes('TOM & SÖHNE □')) }
    }
    const named = [true, true]
    expect(await seen({ hasShippedMark: true })).toEqual({ images: 0, isNamed: named })
    expect(await seen({ hasShippedMark: false })).toEqual({ images: 0, isNamed: named })
    expect(await seen({ picture: { png, isLogo: false } })).toEqual({ images: 1, isNamed: named })
    expect(await seen({ picture: { png, isLogo: true } })).toEqual({ images: 1, isNamed: [false, false] })
    const long = { ...brand, hasShippedMark: false, name: 'x'.repeat(60) }
    expect((await pagesOf(await receiptPdf(receipt, made, long)))[0]).toContain('XXXX')
  })

  it('the PDF keeps its characters after a PDF with others of the same glyphs', async () => {
    const named = async (name: string) => {
      const pdf = await receiptPdf({ ...receipt, lines: [line(name)] }, made, brand)
      return (await pagesOf(pdf))[0]!
    }
    // The font has one glyph for the hyphen and for the keyboard's minus.
    for (const name of ['Two\u2010Point Sling', 'Two-Point Sling']) expect(await named(name)).toContain(name)
  })

  it('the PDF continues over several pages, each with head and number, and cuts no line', async () => {
    const notes = ['Size: XXL', 'Colour: Coyote', '1 of 3 refunded']
    const lines = Array.from({ length: 50 }, (_, at) =>
      line(`Thing ${at} with ${'a rather long name '.repeat(at % 9)}`, { notes }),
    )
    const pages = await pagesOf(await receiptPdf({ ...receipt, lines }, made, brand))
    expect(pages.length).toBeGreaterThan(3)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('REDOUBT')
      expect(page).toContain(`Receipt RD-100001 · page ${at + 1} of ${pages.length}`)
      // Names and notes are equal in number, so no page separates them.
      expect(page.match(/Thing \d/g)?.length ?? 0).toBe(page.match(/1 of 3 refunded/g)?.length ?? 0)
    }
    const all = pages.join('\n')
    for (const at of lines.keys()) expect(all).toMatch(new RegExp(`Thing ${at} with`))
    expect(pages.at(-1)).toContain('TOTAL')
  })

  it('the PDF has the letters of every Latin script, and of Greek and Cyrillic', async () => {
    const names = [
      'Łukasz Żółć',
      'Nguyễn Thị Ánh',
      'Ștefan Țânțar',
      'Þórður Æðarsson',
      'Çağla Şimşek',
      'José Núñez',
      'Ωμέγα',
      'Дмитрий',
    ]
    const [page] = await pagesOf(await receiptPdf({ ...receipt, lines: names.map(name => line(name)) }, made, brand))
    for (const name of names) expect(page!.normalize('NFC')).toContain(name)
  })

  it('the PDF draws composed letters, and a box for unknown ones', async () => {
    const odd = ['Jose\u0301', 'شارع الملك 7', '👩‍👩‍👧‍👦 Family', '東京', 'a\u202Eb\u0000c', `${'x'.repeat(400)}`, '']
    const [page] = await pagesOf(
      await receiptPdf({ ...receipt, lines: odd.map(name => line(name)), buyer: odd }, made, brand),
    )
    expect(page!.normalize('NFC')).toContain('José')
    expect(page).toContain('□ □ 7')
    expect(page).toContain('□ Family')
    expect(page).toContain('abc')
  })
})
