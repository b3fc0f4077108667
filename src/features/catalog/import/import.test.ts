import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { processorMsOf } from '#platform/testing/processor-time.ts'
import { NewProduct } from '../products/product-input.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const post = (json: object) => shop.call('/api/products', { as: admin, json })
const exported = async (query = ''): Promise<string> =>
  (await shop.call(`/api/admin/products/export${query}`, { as: admin })).text
const send = (csv: string, fingerprint?: string) =>
  shop.call('/api/admin/products/import', { as: admin, json: { csv, ...(fingerprint && { fingerprint }) } })
const preview = async (csv: string) => (await send(csv)).json
const read = async (id: string) => (await shop.call(`/api/admin/products/${id}`, { as: admin })).json
const imported = async (csv: string) => send(csv, (await preview(csv)).fingerprint)
const NOTHING = { create: 0, change: 0, refuse: 0 }

/** Texts with characters that have a meaning in a CSV. */
const nasty = (max: number) =>
  fc
    .array(
      fc.constantFrom(
        'a',
        'B',
        '9',
        ' ',
        '=',
        '+',
        '-',
        '@',
        "'",
        '"',
        ',',
        ';',
        ':',
        '\\',
        '\n',
        '\r\n',
        '\t',
        '\u2028',
        'é',
        'n',
      ),
      {
        minLength: 1,
        maxLength: max,
      },
    )
    .map(signs => signs.join('').trim())
    .filter(text => text.length > 0 && text.length <= max)

const product = fc.record({
  name: nasty(40),
  description: nasty(80),
  price: fc.integer({ min: 100, max: 9_999_999 }).map(cents => cents / 100),
  salesPrice: fc.option(fc.integer({ min: 0, max: 99 }).map(cents => cents / 100)),
  tier: fc.constantFrom('Bronze', 'Silver', 'Gold', 'Platinum'),
  entries: fc.integer({ min: 0, max: 1000 }),
  category: nasty(30),
  isSubscription: fc.boolean(),
  interval: fc.constantFrom('month', 'year'),
  inStock: fc.boolean(),
  features: fc.array(nasty(20), { maxLength: 4 }),
  specifications: fc.dictionary(nasty(12), nasty(20), { maxKeys: 4 }),
  stocks: fc.array(fc.option(fc.integer({ min: 0, max: 500 })), { minLength: 1, maxLength: 4 }),
})

describe('a file that was exported', () => {
  it('an exported file changes nothing when it is imported, whatever texts it has [B-13.31]', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(product, async ({ stocks, ...fields }) => {
        const input = {
          ...fields,
          variants: stocks.map((stock, n) => ({
            sku: `='+${++made} ${n}`,
            options: { size: `@${n}`, color: "'=x" },
            stock,
          })),
        }
        fc.pre(NewProduct.safeParse(input).success)
        const { status, json } = await post(input)
        expect(status).toBe(200)
        const csv = await exported()
        const { counts, items } = await preview(csv)
        expect({ counts, items }).toMatchObject({ counts: NOTHING, items: [] })
        const { version, updatedAt } = await read(json.id)
        expect((await imported(csv)).json).toMatchObject({ applied: true, counts: NOTHING })
        expect(await read(json.id)).toMatchObject({ version, updatedAt })
      }),
      { numRuns: few(4, 12) },
    )
  })

  it('an exported file has no cell that a spreadsheet would run, and only the filtered rows [B-13.68]', async () => {
    await post({ name: '=HYPERLINK("http://x")', price: 3, category: 'Formulas', variants: [{ sku: '+1', stock: 1 }] })
    const csv = await exported('?category=Formulas')
    const [head, line, ...others] = parse(csv, { bom: true }) as string[][]
    expect(others).toEqual([])
    expect(Object.fromEntries(head!.map((column, at) => [column, line![at]]))).toMatchObject({
      ...{ address: 'hyperlink-http-x', name: `'=HYPERLINK("http://x")`, description: '', tier: 'Bronze' },
      ...{ price: '3.00', salesPrice: '', entries: '0', category: 'Formulas', displayOrder: '', isSubscription: 'no' },
      ...{ interval: 'month', inStock: 'yes', features: '', specifications: '', images: '' },
      ...{ sku: `'+1`, size: '', color: '', stock: '1', stockWas: '1', variantImage: '' },
    })
  })

  it('an exported file creates the same products in an empty shop', async () => {
    const csv = 'address,name,price,sku,stock\r\nfar-away,Far Away,9.5,FAR,4\r\n'
    const { json } = await imported(csv)
    expect(json).toMatchObject({ applied: true, counts: { ...NOTHING, create: 1 } })
    expect((await shop.call('/api/products/far-away')).json).toMatchObject({
      name: 'Far Away',
      price: 9.5,
      category: 'Bronze',
    })
  })
})

describe('an import', () => {
  it('the preview shows by line what an import would create, change and refuse, and does nothing [B-13.31]', async () => {
    const { json: mug } = await post({ name: 'Mug', price: 10, displayOrder: 4, variants: [{ sku: 'MUG', stock: 3 }] })
    const csv = [
      'Address;Name;Price;Sales Price;Tier;SKU;Size;Stock;Display order;In stock',
      'mug;;12,5;;;MUG;;5;;',
      'mug;;;;;MUG-XL;XL;2;;',
      ';New Thing;7;;Gold;;;;9;',
      ';Dear Sale;7;8;;;;;;',
      ';No Price;;;Tin;;;;;maybe',
      ';Same Place;3;;;;;;9;',
    ].join('\n')
    const { counts, items, applied } = await preview(csv.replace('12,5', '12.5'))
    expect({ applied, counts }).toEqual({ applied: false, counts: { create: 1, change: 1, same: 0, refuse: 3 } })
    expect(
      items.map(({ line, action, problems }: { line: number; action: string; problems: unknown }) => ({
        line,
        action,
        problems,
      })),
    ).toEqual([
      {
        line: 5,
        action: 'refuse',
        problems: [{ line: 5, message: 'The sale price must be below the regular price.' }],
      },
      {
        line: 6,
        action: 'refuse',
        problems: [
          { line: 6, message: 'Price is required' },
          { line: 6, message: 'Tier must be Bronze, Silver, Gold or Platinum' },
          { line: 6, message: 'In stock must be yes or no' },
        ],
      },
      { line: 7, action: 'refuse', problems: [{ line: 7, message: 'Display order 9 is taken by another product.' }] },
      { line: 2, action: 'change', problems: [] },
      { line: 4, action: 'create', problems: [] },
    ])
    expect(items[3].changes).toEqual([
      { field: 'price', before: '10.00', after: '12.5' },
      { field: 'displayOrder', before: '4', after: '' },
      { field: 'stock of MUG', before: '3', after: '5' },
      { field: 'variant MUG-XL', before: null, after: 'stock 2' },
    ])
    expect(await read(mug.id)).toMatchObject({ price: 10, displayOrder: 4 })
    const refused = await imported(csv.replace('12,5', '12.5'))
    expect(refused.json).toMatchObject({ status: 409, code: 'import_refused', preview: { counts: { refuse: 3 } } })
    expect(await read(mug.id)).toMatchObject({ price: 10, version: 1 })
  })

  it('an import is refused with a new preview when something changed since the preview [B-13.31]', async () => {
    const { json } = await post({ name: 'Moving', price: 10, variants: [{ sku: 'MOV', stock: 3 }] })
    const csv = 'address,price\nmoving,11\n'
    const { fingerprint } = await preview(csv)
    await shop.call(`/api/products/${json.id}`, { as: admin, method: 'PATCH', json: { entries: 2 } })
    const late = await send(csv, fingerprint)
    expect(late.json).toMatchObject({ status: 409, code: 'import_changed', preview: { counts: { change: 1 } } })
    expect((await read(json.id)).price).toBe(10)
    expect((await send(csv, late.json.preview.fingerprint)).json).toMatchObject({ applied: true })
    expect(await read(json.id)).toMatchObject({ price: 11, entries: 2 })
  })

  it('concurrent imports of one file happen once', async () => {
    const csv = 'address,name,price,sku,stock\nonce-only,Once,5,ONCE,1\n'
    const { fingerprint } = await preview(csv)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(csv, fingerprint)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await exported('?q=ONCE')).trim().split('\r\n')).toHaveLength(2)
  })

  it('an import applies the difference of stock where the file has the former stock', async () => {
    const { json } = await post({ name: 'Sold On', price: 10, variants: [{ sku: 'SOLD', stock: 20 }] })
    const csv = (await exported('?q=SOLD')).replace(',20,20,', ',26,20,')
    const { fingerprint, items } = await preview(csv)
    expect(items[0].changes).toEqual([{ field: 'stock of SOLD', before: null, after: '+6' }])
    const variantId = json.variants[0].id
    await shop.call(`/api/admin/products/${json.id}/stock`, { as: admin, json: { variantId, by: -3 } })
    expect((await send(csv, fingerprint)).json).toMatchObject({ applied: true })
    expect((await read(json.id)).variants[0].stockOnHand).toBe(23)
    const { json: held } = await imported('address,sku,stock\nsold-on,SOLD,-4\n')
    expect(held).toMatchObject({ code: 'import_refused' })
  })

  it('an import can swap the display orders of two products', async () => {
    await post({ name: 'Place One', price: 1, displayOrder: 501 })
    await post({ name: 'Place Two', price: 1, displayOrder: 502 })
    const done = await imported('address,display_order\nplace-one,502\nplace-two,501\n')
    expect(done.json).toMatchObject({ applied: true, counts: { change: 2 } })
  })

  it('an import refuses a deleted address, a taken SKU, a foreign picture, and a line that contradicts the one before', async () => {
    const { json } = await post({ name: 'Gone', price: 1, variants: [{ sku: 'GONE', stock: 1 }] })
    await shop.call(`/api/products/${json.id}`, { as: admin, method: 'DELETE' })
    await post({ name: 'Here', price: 1, variants: [{ sku: 'HERE', stock: 1 }] })
    const { items } = await preview(
      [
        'address,name,price,sku,size,images',
        'gone,Gone,1,G2,,',
        'thief,Thief,1,HERE,,',
        'pictured,Pictured,1,P1,,s3:products/nobody',
        'two-lines,Two,1,T1,S,',
        'two-lines,Two,2,T2,M,',
      ].join('\n'),
    )
    expect(items.flatMap(({ problems }: { problems: object[] }) => problems)).toEqual([
      { line: 2, message: 'This address belongs to a deleted product. Restore it first.' },
      { line: 3, message: 'Another variant has the SKU HERE already.' },
      { line: 4, message: 'The picture s3:products/nobody was not uploaded here.' },
      { line: 6, message: 'The column price differs from line 5, which is of the same product.' },
    ])
  })

  it('an import takes no comma for a decimal sign, and no number from a malformed cell', async () => {
    const csv = 'name;price\nOne;19,90\nTwo;0x10\nThree;1e3\nFour;$1,250.50'
    const { counts, items } = await preview(csv)
    expect(counts).toMatchObject({ refuse: 3, create: 1 })
    expect(items[0].problems).toEqual([{ line: 2, message: 'Price must be a number such as 19.90' }])
    expect(items[3]).toMatchObject({ name: 'Four', action: 'create' })
  })

  it('an import finds an address for each of thousands of similar names', async () => {
    const names = Array.from({ length: 3000 }, (_, n) => `Alike${'!'.repeat(n % 60)}${'?'.repeat(n / 60)},1`)
    const read = async () => expect((await preview(`name,price\n${names.join('\n')}`)).counts.create).toBe(3000)
    expect(await processorMsOf(read)).toBeLessThan(1500)
  })

  it('reads a long cell as fast as a short one', async () => {
    const cell = `${'a'.repeat(50_000)}:${'b'.repeat(50_000)}\u2028c`
    const read = async () => expect((await preview(`name,price,specifications\nLong,1,${cell}`)).counts.refuse).toBe(1)
    expect(await processorMsOf(read)).toBeLessThan(2000)
  })

  it.each([
    ['', 'The file is empty'],
    ['name,name\na,b', 'The column name is there twice.'],
    ['price\n1', 'The file needs a column "address", or "name" for new products.'],
    ['name,colour\na,b', 'The column "colour" is not known.'],
    ['name,price\n"open,1', 'This file is not a readable CSV'],
    [`name\n${'x\n'.repeat(5001)}`, 'The file has more than 5000 lines.'],
    [`name,size\n${',\n'.repeat(100)}${'x,\n'.repeat(5001)}`, 'The file has more than 5000 lines.'],
  ])(
    'an unreadable file, and one of more than 5,000 lines, is refused with its reason: %# [B-13.31]',
    async (csv, why) => {
      const { status, json } = await send(csv)
      expect([status, json.errors.csv[0]]).toEqual([400, expect.stringContaining(why)])
    },
  )
})

it('takes a thousand lines in one transaction', async () => {
  const line = (n: number) => `bulk-${n},Bulk ${n},${n + 1},BULK-${n},${n}`
  const csv = ['address,name,price,sku,stock', ...Array.from({ length: 1000 }, (_, n) => line(n))].join('\n')
  const { json } = await imported(csv)
  expect(json).toMatchObject({ applied: true, counts: { create: 1000 } })
  expect(json.items).toHaveLength(500)
})
