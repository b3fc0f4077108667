import { describe, expect, it } from 'vitest'
import { openStaffedShop } from '../../testing/staffing.ts'
import { trackingLinesOf } from './tracking-lines.server.ts'

const { shop, staffing } = await openStaffedShop({ connections: 12 })
const buyer = await shop.addUser({ address: true })

const UPS = ['1Z5R89390357567127', '1Z879E930346834440', '1Z8V92A70367203024', '1Z410E7W0392751591']
const USPS = '9400111206206406260787'

async function ordered(): Promise<{ id: string; reference: string }> {
  const { id } = await staffing.paidOrder([{}], { as: buyer })
  const { reference } = await staffing.shown(id)
  return { id, reference }
}
const send = (csv: string, more: object = {}, headers: Record<string, string> = {}) =>
  shop.call('/api/admin/parcels/tracking', { as: staffing.admin, json: { csv, ...more }, headers })
const rowOf = async (id: string) => {
  const { standing, carrier, tracking_number: number } = await staffing.orderRow(id)
  return { standing, carrier, number }
}
const mailsTo = async () =>
  (await shop.outbox(buyer.email)).filter(({ subject }) => subject?.includes('shipped')).length

describe('a file of tracking numbers', () => {
  it('ships each order by its line, names the carrier by the check digit, and tells each buyer once [B-13.120]', async () => {
    const [one, two, three] = [await ordered(), await ordered(), await ordered()]
    await staffing.step(two.id, 'pack')
    const { status, json } = await send(
      `\ufefforder,number,carrier\r\n${one.reference},${UPS[0]}\r\n\r\n#${two.reference.slice(3)},42078745${USPS},\r\n${three.reference.toLowerCase()},1z 879e 9303 4683 4441,UPS Ground\r\n`,
    )
    expect(status).toBe(200)
    const good = { ok: true, error: null }
    expect(json.results).toEqual([
      { line: 2, order: one.reference, id: one.id, ...good, carrier: 'UPS', trackingNumber: UPS[0], warning: null },
      {
        line: 4,
        order: `#${two.reference.slice(3)}`,
        id: two.id,
        ...good,
        carrier: 'USPS',
        trackingNumber: USPS,
        warning: null,
      },
      {
        ...{ line: 5, order: three.reference.toLowerCase(), id: three.id, ...good, carrier: 'UPS' },
        ...{ trackingNumber: '1Z879E930346834441', warning: expect.stringContaining('looks mistyped') },
      },
    ])
    expect(await rowOf(two.id)).toEqual({ standing: 'shipped', carrier: 'USPS', number: USPS })
    await shop.settleJobs()
    expect(await mailsTo()).toBe(3)
    const { rows } = await shop.services.pool.query(
      `select subject_id, actor_id from audit_log where action = 'shipped' and subject_id = any($1)`,
      [[one.id, two.id, three.id]],
    )
    expect(rows.map(row => row.actor_id)).toEqual(Array(3).fill(staffing.admin.userId))
    const { json: found } = await staffing.staff(`orders?q=${encodeURIComponent(`420 78745 ${USPS}`)}`)
    expect(found.orders.map(({ id }: { id: string }) => id)).toEqual([two.id])
  })

  it('answers each line that ships nothing with a sentence, and ships the others [B-13.120]', async () => {
    const [good, sent, unpaid] = [await ordered(), await ordered(), await ordered()]
    await staffing.staff(`orders/${sent.id}/ship`, { carrier: 'UPS', trackingNumber: UPS[1] })
    const { item } = await staffing.addProduct()
    const { json: open } = await staffing.checkout(await shop.addUser({ address: true }), [item])
    const pending = await staffing.shown(open.orderId)
    const lines: [line: string, error: RegExp | null][] = [
      [`${good.reference},${UPS[2]}`, null],
      ['RD-999999999,1Z5R89390357567127', /^There is no order RD-999999999\.$/],
      [
        `ACME-${unpaid.reference.slice(3)},${UPS[3]}`,
        /is not an order of this shop\. The order with this number is RD-/,
      ],
      ['Sling,1Z5R89390357567127', /^“Sling” is not the number of an order\.$/],
      [`,${UPS[3]}`, /names no order/],
      [`${unpaid.reference},`, /number is missing/],
      [`${unpaid.reference},1Z/5R8`, /letters and digits only/],
      [`${unpaid.reference},9.40011E+21`, /spreadsheet shortened this number to 9\.40011E\+21/],
      [`${unpaid.reference},12345`, /does not tell its carrier/],
      [`${unpaid.reference},12345,${'x'.repeat(61)}`, /60 characters or less/],
      [`${sent.reference},${UPS[3]}`, /shipped already with UPS 1Z879E930346834440/],
      [`${sent.reference},${UPS[1]}`, null],
      [`${good.reference},${UPS[3]}`, /shipped already with UPS/],
      [`${pending.reference},${UPS[3]}`, /is pending now/],
    ]
    const { json } = await send(lines.map(([line]) => line).join('\n'))
    for (const [at, [line, error]] of lines.entries()) {
      const result = json.results[at]
      expect(result, line).toMatchObject({ line: at + 1, ok: error === null })
      if (error) expect(result.error, line).toMatch(error)
    }
    expect(await rowOf(unpaid.id)).toEqual({ standing: 'paid', carrier: null, number: null })
    expect(await rowOf(sent.id)).toMatchObject({ number: UPS[1] })
    expect(await rowOf(good.id)).toMatchObject({ standing: 'shipped', number: UPS[2] })
    const { json: chosen } = await send(`${unpaid.reference} 12345`, { carrier: 'ups ground' })
    expect(chosen.results).toMatchObject([{ ok: true, carrier: 'UPS', trackingNumber: '12345' }])
  })

  it('ships nothing twice when it is sent twice, at once or with the key of a lost answer [B-13.120]', async () => {
    const orders = [await ordered(), await ordered(), await ordered()]
    const before = await mailsTo()
    const csv = orders.map(({ reference }, at) => `${reference}\t${UPS[at]}`).join('\n')
    const answers = await Promise.all([send(csv), send(csv), send(csv)])
    for (const { json } of answers)
      expect(json.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true])
    const key = { 'idempotency-key': 'the-file-of-today' }
    const [first, again] = [await send(csv, {}, key), await send(csv, {}, key)]
    expect(again.text).toBe(first.text)
    await shop.settleJobs()
    expect((await mailsTo()) - before).toBe(3)
    const { rows } = await shop.services.pool.query(
      `select count(*)::int as n from order_event where kind = 'shipped' and order_id = any($1)`,
      [orders.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ n: 3 }])
  })

  it('needs the right to fulfil orders, and at most 200 lines [B-13.120]', async () => {
    const support = await shop.addUser({ role: 'support' })
    const body = { csv: 'RD-1,1Z5R89390357567127' }
    expect((await shop.call('/api/admin/parcels/tracking', { as: support, json: body })).status).toBe(403)
    expect((await shop.call('/api/admin/parcels/tracking', { as: buyer, json: body })).status).toBe(403)
    for (const [csv, error] of [
      ['', /paste or choose lines/],
      [' \n ', /empty/],
      ['order,carrier\nRD-1,UPS', /the columns "order" and "number"/],
      ['order,number', /no lines/],
      [`${'RD-1,1\n'.repeat(201)}`, /more than 200 lines/],
      // Empty rows of a sheet are no lines, and hide none behind them.
      [`${',\n'.repeat(150)}${'RD-1,1\n'.repeat(201)}`, /more than 200 lines/],
    ] as const) {
      const { status, json } = await send(csv)
      expect([status, json.errors.csv[0]], csv.slice(0, 30)).toEqual([400, expect.stringMatching(error)])
    }
  })
})

describe('the lines of a file', () => {
  it('are read with any separator, with other names of columns and with the guards of spreadsheets', () => {
    const expected = { order: 'RD-1', number: '94001', carrier: '' }
    for (const [text, line] of [
      ['RD-1,94001', 1],
      ['RD-1;94001', 1],
      ['RD-1\t94001', 1],
      ['RD-1 94001', 1],
      ['\n\nRD-1,94001\n', 3],
      [`${',,\n'.repeat(300)}RD-1,94001`, 301],
      ['sep=;\r\nRD-1;94001', 2],
      ['Order No.,Tracking Number\nRD-1,94001', 2],
      ['tracking_number,note,order\n94001,x,RD-1', 2],
      ['RD-1,="94001"', 1],
      [`RD-1,'94001`, 1],
      ['"RD-1","94001"', 1],
    ] as const)
      expect(trackingLinesOf(text), text).toEqual([{ line, ...expected }])
  })
})
