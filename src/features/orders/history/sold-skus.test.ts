import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '#app/testing/shop.ts'
import { openStaffedShop } from '../testing/staffing.ts'
import { filterCondition } from './admin/queries/find-orders.server.ts'

const { shop, staffing } = await openStaffedShop({ connections: 6 })
const { pool } = shop.services
const buyer = await shop.addUser({ address: true })
const tee = await staffing.addProduct({ name: 'Range Tee', stock: [9, 9] })
const [sold] = await variantsOf(tee.id)
const bought = await buy(tee.item)

async function variantsOf(productId: string) {
  const { rows } = await pool.query(
    'select id, sku, options, stock_on_hand as stock from product_variant where product_id = $1 order by position',
    [productId],
  )
  return rows as { id: string; sku: string; options: object; stock: number }[]
}

async function buy(item: object): Promise<string> {
  const { json: session } = await staffing.checkout(buyer, [item])
  await staffing.pay(session.url)
  await staffing.verify(buyer, session.id)
  await shop.settleJobs()
  return session.orderId
}

/** Staff give the product's first variant another SKU. */
async function rename(productId: string, sku: string) {
  shop.clock.advance(60_000)
  const variants = await variantsOf(productId)
  const changed = variants.map((variant, at) => ({ ...variant, ...(at === 0 && { sku }) }))
  const { status, text } = await shop.call(`/api/products/${productId}`, {
    as: staffing.admin,
    method: 'PATCH',
    json: { variants: changed },
  })
  expect(status, text).toBe(200)
  shop.clock.advance(60_000)
}

const skusOf = async (id: string) => (await staffing.shown(id, buyer)).lines.map((line: { sku: string }) => line.sku)
const found = async (q: string): Promise<string[]> =>
  (await staffing.staff(`orders?q=${encodeURIComponent(q)}`)).json.orders.map(({ id }: { id: string }) => id)

describe('the SKU of a line as sold', () => {
  it('stays on the pages of buyer and staff, receipt, PDF, e-mails, CSV and export when the variant gets another [B-11.67]', async () => {
    await rename(tee.id, 'TEE-NEW')
    expect(await skusOf(bought)).toEqual([sold!.sku])
    expect((await staffing.shown(bought)).lines[0].sku).toBe(sold!.sku)
    const { json: receipt } = await shop.call(`/api/orders/${bought}/receipt`, { as: buyer })
    expect(receipt.lines[0].notes).toEqual(['Size: 0', `SKU ${sold!.sku}`])
    const headers = { authorization: `Bearer ${buyer.idToken}` }
    const pdf = await shop.web.app.fetch(new Request(`${ORIGIN}/api/orders/${bought}/receipt.pdf`, { headers }))
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer())))
    // The column breaks a long SKU.
    expect(text.join('').replace(/\s/g, '')).toContain(`SKU${sold!.sku}`)
    await staffing.staff(`orders/${bought}/ship`, { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
    await shop.settleJobs()
    const mails = await shop.outbox(buyer.email)
    expect(mails.filter(mail => mail.text.includes(`SKU ${sold!.sku}`)).map(({ subject }) => subject)).toHaveLength(2)
    expect((await staffing.staff('orders/export')).text).toContain(`,1 × ${sold!.sku},`)
    expect((await shop.call('/api/my/export', { as: buyer })).text).toContain(sold!.sku)
  })

  it('is written for a line of the last release, which knows none [B-11.67]', async () => {
    const [now] = await variantsOf(tee.id)
    await pool.query(`insert into order_line (order_id, position, product_id, variant_id, name, options, tier, entries, list_cents, unit_cents, quantity)
      select order_id, 9, product_id, variant_id, name, options, tier, entries, list_cents, unit_cents, quantity from order_line where order_id = '${bought}'`)
    expect(await skusOf(bought)).toEqual([sold!.sku, now!.sku])
    await pool.query(`delete from order_line where order_id = '${bought}' and position = 9`)
  })

  it('is filled in for old lines whose variants no change touched since, and for no others [B-11.67]', async () => {
    const mug = await staffing.addProduct({ name: 'Field Mug', stock: [9, 9] })
    const before = await buy(mug.item)
    await rename(mug.id, 'MUG-2')
    const after = await buy(mug.item)
    const other = await buy({ ...mug.item, variantId: (await variantsOf(mug.id))[1]!.id })
    await rename(mug.id, 'MUG-3')
    await rename(mug.id, 'MUG-2')
    const last = await buy(mug.item)
    const otherSku = (await variantsOf(mug.id))[1]!.sku
    await pool.query('update order_line set sku = null')
    const file = await readFile('db/migrations/0131_sold_skus.apart.sql', 'utf8')
    const fill = file.split(/\n\s*\n/).find(part => part.startsWith('-- repeat'))!
    for (;;) if ((await pool.query(fill)).rowCount === 0) break
    expect(await skusOf(before)).toEqual([null])
    expect(await skusOf(after)).toEqual([null])
    expect(await skusOf(other)).toEqual([otherSku])
    expect(await skusOf(last)).toEqual(['MUG-2'])
    expect((await staffing.staff('orders/export')).text).toContain(',1 × unknown,')
  })
})

describe('the search of orders', () => {
  it('finds an order by its SKU in any case and by each form of its number [B-11.16]', async () => {
    const hat = await staffing.addProduct({ name: 'Hat' })
    await rename(hat.id, 'Hat-Cöyote 7')
    const id = await buy(hat.item)
    expect(await found('hat-cöyote 7')).toEqual([id])
    expect(await found('HAT-CÖYOTE 7 ')).toEqual([id])
    expect(await found('hat-cöyote')).toEqual([])
    // JavaScript and PostgreSQL differ about the capital of ß.
    await pool.query(`update order_line set sku = 'Groß-7' where order_id = $1`, [id])
    expect(await found('groß-7')).toEqual([id])
    const { number } = await staffing.orderRow(id)
    const forms = [
      'RD-N',
      'rd-N',
      'rdN',
      'RD N',
      'RD–N',
      'RD\u2011N',
      'RD \u2212 N',
      '#N',
      '# RD-N',
      'Order #N',
      'order RD-N',
      '\u200bN\u2060',
      'ＲＤ－N',
    ]
    for (const form of forms) expect(await found(form.replace('N', String(number))), form).toEqual([id])
  })

  it('finds an SKU by an index, beside names, addresses and numbers', async () => {
    for (const q of ['TEE-NEW', '123456', 'jane']) {
      const query = sql`explain select o.id from customer_order o where ${filterCondition(shop.system, { q, sort: 'newest' })}`
      const { rows } = await query.execute(shop.system.db)
      const plan = rows.map(row => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n')
      expect(plan, q).toContain('order_line_sku')
      expect(plan, q).not.toContain('Seq Scan')
    }
  })
})
