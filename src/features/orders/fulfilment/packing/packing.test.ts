import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '#app/testing/shop.ts'
import { openStaffedShop } from '../../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({ connections: 6 })
const { pool, db } = shop.services
const buyer = await shop.addUser({ address: true })

const tee = await staffing.addProduct({ name: 'Range Tee', stock: [50, 50] })
const mug = await staffing.addProduct({ name: 'Field Mug', stock: [3] })
const patch = await staffing.addProduct({ name: 'Patch', stock: [500] })
const { rows: variants } = await pool.query(
  'select id, sku, product_id from product_variant order by product_id, position',
)
const variantsOf = (productId: string) => variants.filter(row => row.product_id === productId)
const [small, large] = variantsOf(tee.id)
for (const [id, place] of [
  [small!.id, 'A10'],
  [large!.id, 'A2'],
  [mug.variantId, 'B1'],
])
  await pool.query('update product_variant set place = $2 where id = $1', [id, place])

type Item = { productId: string; variantId: string; quantity: number }

async function buy(...items: Item[]): Promise<{ id: string; reference: string }> {
  shop.clock.advance(60_000)
  const { json: session } = await staffing.checkout(buyer, items)
  await staffing.pay(session.url)
  await staffing.verify(buyer, session.id)
  return { id: session.orderId, reference: (await staffing.shown(session.orderId)).reference }
}
const pick = async (query = '') => (await staffing.staff(`orders/pick-list${query}`)).json

async function pdf(path: string): Promise<{ status: number; pages: string[]; headers: Headers }> {
  const headers = { authorization: `Bearer ${staffing.admin.idToken}` }
  const answer = await shop.web.app.fetch(new Request(`${ORIGIN}/api/admin/orders/${path}`, { headers }))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200) return { status: answer.status, pages: [], headers: answer.headers }
  const { text } = await extractText(await getDocumentProxy(bytes))
  return { status: answer.status, pages: text, headers: answer.headers }
}

const first = await buy({ ...tee.item, quantity: 2 }, { ...tee.item, variantId: large!.id, quantity: 1 })
const second = await buy({ ...tee.item, quantity: 1 }, { ...mug.item, quantity: 2 }, { ...patch.item, quantity: 3 })
await pool.query('update order_line set backordered = 1 where order_id = $1 and variant_id = $2', [
  second.id,
  mug.variantId,
])
const packed = await buy({ ...patch.item, quantity: 9 })
await staffing.step(packed.id, 'pack')

describe('the pick list', () => {
  it('has each thing once, for all orders that wait, in the order of the shelves [B-13.122]', async () => {
    const line = (name: string, of: object) => ({ name, options: {}, ...of })
    expect(await pick()).toEqual({
      lines: [
        line('Range Tee', {
          sku: large!.sku,
          options: { size: '1' },
          place: 'A2',
          quantity: 1,
          orders: [first.reference],
        }),
        {
          ...line('Range Tee', { sku: small!.sku, options: { size: '0' }, place: 'A10', quantity: 3 }),
          orders: [first.reference, second.reference],
        },
        // One of two is sent later.
        line('Field Mug', { sku: variantsOf(mug.id)[0]!.sku, place: 'B1', quantity: 1, orders: [second.reference] }),
        line('Patch', { sku: variantsOf(patch.id)[0]!.sku, place: null, quantity: 3, orders: [second.reference] }),
      ],
      orderCount: 2,
      hasMore: false,
    })
    const chosen = await pick(`?ids=${first.id},${packed.id},nonsense`)
    expect(chosen.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 2])
    expect(chosen.orderCount).toBe(1)
  })

  it('leaves out refunded pieces, and is a PDF with the same goods [B-13.122]', async () => {
    const third = await buy({ ...patch.item, quantity: 2 })
    await staffing.staff(`orders/${third.id}/refunds`, { reason: 'Asked', lines: [{ position: 0, quantity: 1 }] })
    expect((await pick(`?ids=${third.id}`)).lines).toMatchObject([{ name: 'Patch', quantity: 1 }])
    const { status, pages, headers } = await pdf(`pick-list.pdf?ids=${first.id},${second.id},${third.id}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    for (const words of ['Pick list', 'A10', 'Range Tee', third.reference]) expect(pages[0]).toContain(words)
  })

  it('reads the waiting orders by their index', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select o.id from customer_order o where o.standing = 'paid' and o.mode = 'payment' and o.dispute_hold is null
      order by o.created_at, o.id limit 501`.execute(shop.system.db)
    expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain('customer_order_to_pack')
  })
})

describe('packing slips', () => {
  it('are one PDF with a page or more for each order, without prices unless they are asked for [B-13.123]', async () => {
    const { pages } = await pdf(`packing-slips.pdf?ids=${second.id},${first.id}`)
    expect(pages).toHaveLength(2)
    for (const words of [`Packing slip ${second.reference}`, 'Field Mug', '1 sent later', '1 Fort Street'])
      expect(pages[0]).toContain(words)
    expect(pages[1]).toContain(`Packing slip ${first.reference}`)
    expect(pages.join(' ')).not.toContain('$')
    const priced = await pdf(`packing-slips.pdf?ids=${first.id}&prices=true`)
    const order = await staffing.shown(first.id)
    for (const words of ['$80.00', 'Merchant Platform Fee', `$${order.total.toFixed(2)}`])
      expect(priced.pages[0]).toContain(words)
  })

  it('of fifty orders hold names in any script, an SKU of 60 characters and 40 lines [B-13.123]', async () => {
    const ids: string[] = []
    for (let n = 0; n < 50; n++) ids.push((await buy({ ...patch.item, quantity: 1 })).id)
    await db
      .updateTable('customer_order')
      .set({ ship_to: sql`ship_to || '{"name": "Zoë 🎯 Łukasz 李 Ελένη Мария"}'::jsonb` })
      .where('id', '=', ids[7]!)
      .execute()
    await pool.query(`update order_line set sku = $2 where order_id = $1`, [ids[8], 'S'.repeat(60)])
    const { status, pages } = await pdf(`packing-slips.pdf?ids=${ids.join(',')}`)
    expect([status, pages.length]).toEqual([200, 50])
    // A letter that the fonts lack leaves a box.
    expect(pages[7]).toContain('Zoë □ Łukasz □ Ελένη Мария')
    expect(pages[8]!.replace(/\s/g, '')).toContain('S'.repeat(60))
    await pool.query(
      `insert into order_line (order_id, position, product_id, variant_id, name, options, tier, entries, list_cents, unit_cents, quantity)
       select order_id, n, product_id, variant_id, 'Line ' || n, options, tier, entries, list_cents, unit_cents, 1
       from order_line, generate_series(1, 39) n where order_id = $1`,
      [ids[9]],
    )
    const long = await pdf(`packing-slips.pdf?ids=${ids[9]}`)
    expect(long.pages.length).toBeGreaterThan(1)
    expect(long.pages.join(' ')).toContain('Line 39')
    await pool.query('delete from order_line where order_id = $1 and position > 0', [ids[9]])
  })

  it('say not to send an order that was stopped, which neither pick list, bulk pack nor tracking file send [B-13.123]', async () => {
    const columns = {
      asked: 'cancel_asked_at = now()',
      disputed: `dispute_hold = 'open'`,
      hold: `status = 'review', paid_at = null`,
    }
    const stopped: [id: string, slip: string, error: RegExp][] = []
    for (const [set, slip, error] of [
      [columns.asked, 'Do not send: the buyer asked to cancel', /asked to cancel this order/],
      [columns.disputed, 'Do not send: the payment of this order is disputed', /is disputed/],
      [columns.hold, 'Do not send: this order is on hold', /is on.hold now/],
    ] as const) {
      const { id } = await buy({ ...patch.item, quantity: 1 })
      await pool.query(`update customer_order set ${set} where id = $1`, [id])
      stopped.push([id, slip, error])
    }
    const { id } = await buy({ ...patch.item, quantity: 1 })
    await staffing.staff(`orders/${id}/cancel`, { reason: 'Asked', spentCredits: 'keep' })
    stopped.push([id, 'Do not send: this order is cancelled', /is cancelled now/])

    const ids = stopped.map(([id]) => id)
    expect((await pick(`?ids=${ids.join(',')}`)).lines).toEqual([])
    const { pages } = await pdf(`packing-slips.pdf?ids=${ids.join(',')}&prices=true`)
    const { json: packs } = await staffing.staff('orders/pack', { ids })
    const lines = await Promise.all(ids.map(async id => `${(await staffing.shown(id)).reference},1Z5R89390357567127`))
    const { json: ships } = await staffing.staff('parcels/tracking', { csv: lines.join('\n') })
    for (const [at, [, slip, error]] of stopped.entries()) {
      expect(pages[at]).toContain(slip)
      expect(pages[at]).not.toContain('Patch')
      for (const { results } of [packs, ships])
        expect(results[at]).toMatchObject({ ok: false, error: expect.stringMatching(error) })
    }
  })

  it('are refused for an unknown order, for none, for more than a hundred and for other staff [B-13.123]', async () => {
    const id = '7f1c2a52-3c58-4d0b-9d3c-0c2f9a7b6e51'
    expect((await pdf(`packing-slips.pdf?ids=${first.id},${id}`)).status).toBe(404)
    expect((await pdf('packing-slips.pdf?ids=')).status).toBe(400)
    expect((await pdf(`packing-slips.pdf?ids=${Array(101).fill(id).join(',')}`)).status).toBe(400)
    const support = await shop.addUser({ role: 'support' })
    for (const path of ['pick-list', 'pick-list.pdf', `packing-slips.pdf?ids=${first.id}`])
      expect((await shop.call(`/api/admin/orders/${path}`, { as: support })).status, path).toBe(403)
  })
})

describe('the list of orders to pack', () => {
  it('begins with the oldest order and says what its parcel has and what is short [B-13.121]', async () => {
    const { json } = await staffing.staff('orders?status=to_pack&limit=2')
    expect(json.orders.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    expect(json.orders[1].goods).toMatchObject([
      { name: 'Range Tee', options: { size: '0' }, sku: small!.sku, pieces: 1, short: 0 },
      { name: 'Field Mug', pieces: 1, short: 1 },
      { name: 'Patch', pieces: 3, short: 0 },
    ])
  })
})
