import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { newId } from '#platform/values/ids.server.ts'

const shop = await testShop({ connections: 10 })
const owner = await shop.addUser({ admin: true, name: 'Robin Vance' })
const manager = await shop.addUser({ role: 'manager' })
const { db } = shop.services

const ZONES = '/api/admin/shipping/zones'
const flat = (amount: number, more: object = {}) => ({
  ...{ name: 'Ground', measure: 'flat', bands: [{ from: 0, below: null, amount }], freeFrom: null, tareGrams: 0 },
  ...{ daysFrom: null, daysTo: null },
  ...more,
})
const far = (more: object = {}) => ({
  name: 'Far away',
  states: ['AK', 'HI'],
  isServed: true,
  methods: [flat(19.9)],
  ...more,
})
const create = (json: object, as = owner) => shop.call(ZONES, { as, json })
const change = (id: string, json: object, as = owner) => shop.call(`${ZONES}/${id}`, { as, json, method: 'PATCH' })
const remove = (id: string) => shop.call(`${ZONES}/${id}`, { as: owner, method: 'DELETE' })
const list = async (as = owner) => (await shop.call(ZONES, { as })).json
const problems = async (json: object) => Object.values((await create(json)).json.errors).flat()

beforeEach(async () => {
  for (const { id } of (await list()).zones) await remove(id)
  await expect.poll(() => shop.system.shippingZones).toEqual([])
})

describe('a zone of shipping', () => {
  it('keeps states, methods and bands as they were sent, and each process prices by it [B-41.3]', async () => {
    const byWeight = flat(0, {
      ...{ name: 'By weight', measure: 'weight', tareGrams: 120, daysFrom: 3, daysTo: 5, freeFrom: 150 },
      bands: [
        { from: 0, below: 500, amount: 7.9 },
        { from: 500, below: 20_000, amount: 14.9 },
      ],
    })
    const byValue = flat(0, {
      ...{ name: 'By value', measure: 'value' },
      bands: [
        { from: 0, below: 49.99, amount: 9 },
        { from: 49.99, below: null, amount: 4.5 },
      ],
    })
    const made = far({ methods: [byWeight, byValue, flat(39)] })
    const { json } = await create(made)
    const { zones, rest } = await list()
    expect(zones).toMatchObject([{ id: json.id, version: 1, ...made }])
    expect(rest).toMatchObject({ amount: 0, freeFrom: null })
    expect([rest.states.includes('UT'), rest.states.includes('AK')]).toEqual([true, false])
    await expect.poll(() => shop.system.shippingZones.length).toBe(1)
    const [zone] = shop.system.shippingZones
    expect(zone!.methods.map(({ name, measure, days }) => [name, measure, days])).toEqual([
      ['By weight', 'weight', { from: 3, to: 5 }],
      ['By value', 'value', null],
      ['Ground', 'flat', null],
    ])
    expect(zone!.methods[1]!.bands.map(({ from, below }) => [from, below])).toEqual([
      [0, 4999],
      [4999, null],
    ])
  })

  it('a change keeps the ids of its methods, and the audit log names what it was [B-41.3]', async () => {
    const { json } = await create(far({ methods: [flat(19.9), flat(5, { name: 'Slow' })] }))
    const [zone] = (await list()).zones
    const [ground, slow] = zone.methods
    const { status } = await change(json.id, far({ methods: [slow, { ...ground, bands: flat(24).bands }], version: 1 }))
    expect(status).toBe(200)
    const [after] = (await list()).zones
    expect(after).toMatchObject({ version: 2, methods: [{ id: slow.id }, { id: ground.id, bands: [{ amount: 24 }] }] })
    const { records } = (await shop.call(`/api/admin/records?type=shipping-zone&id=${json.id}`, { as: owner })).json
    expect(records[0]).toMatchObject({
      action: 'changed',
      before: { methods: ['Ground: $19.90', 'Slow: $5.00'] },
      after: { methods: ['Slow: $5.00', 'Ground: $24.00'] },
    })
    const late = await change(json.id, far({ name: 'Mine', version: 1 }))
    expect(late.json).toMatchObject({ code: 'version_conflict', version: 2, by: 'Robin Vance', name: 'Far away' })
    await create({ ...far(), states: ['GU'] })
    const foreign = (await list()).zones.find(({ id }: { id: string }) => id !== json.id)
    const stolen = await change(foreign.id, { ...far(), states: ['GU'], methods: [slow] })
    expect(stolen.json.errors).toEqual({ methods: ['One of these methods belongs to another zone.'] })
  })

  it('only owners change zones; a manager reads them [B-41.3]', async () => {
    expect((await create(far(), manager)).status).toBe(403)
    expect((await list(manager)).zones).toEqual([])
  })

  it('a state lies in one zone, also for zones that are made at once [B-41.4]', async () => {
    await create(far())
    const second = await create({ ...far(), name: 'Islands', states: ['HI', 'GU'] })
    expect(second.json).toMatchObject({
      ...{ status: 409, code: 'state_taken', detail: 'A state lies in one zone only. Hawaii is in “Far away”.' },
      errors: { states: ['Hawaii is in “Far away”.'] },
    })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        create({ ...far(), name: `Guam ${n}`, states: n % 2 ? ['GU', 'PR'] : ['PR', 'GU'] }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect((await list()).zones).toHaveLength(2)
  })

  it('bad input has a sentence each [B-41.5]', async () => {
    const by = (measure: string, bands: object[], more: object = {}) =>
      far({ methods: [flat(0, { measure, bands, ...more })] })
    const band = (from: number, below: number | null, amount: number | null = 5) => ({ from, below, amount })
    const table: [object, string][] = [
      [far({ methods: [] }), 'Nothing could be sent to this zone. Give it a method, or say that you do not ship there'],
      [far({ states: [] }), 'Please choose a state'],
      [far({ name: ' ' }), 'Please name the zone'],
      [by('weight', []), 'A method needs a price'],
      [
        by('weight', [band(0, 500), band(501, null)]),
        'There is a gap: nothing has a price from 500 g to 501 g. Begin at 500 g.',
      ],
      [by('weight', [band(0, 500), band(400, null)]), 'Two bands overlap from 400 g to 500 g. Begin at 500 g.'],
      [by('weight', [band(0, 0)]), 'This band must end above 0 g.'],
      [by('value', [band(10, null)]), 'There is a gap: nothing has a price from $0.00 to $10.00. Begin at $0.00.'],
      [by('weight', [band(0, 0.5), band(0.5, null)]), 'A weight is a whole number of grams'],
      [by('flat', [band(0, 500), band(500, null)]), 'A flat price has one band, from 0 and without an end'],
      [by('flat', [band(0, null, -1)]), 'The price cannot be negative'],
      [by('flat', [band(0, null, null)]), 'The price is required: 0 for free'],
      [by('flat', [band(0, null)], { daysFrom: 5, daysTo: 3 }), 'The last day is not before the first'],
      [by('flat', [band(0, null)], { daysFrom: 5, daysTo: null }), 'Give both days, or none'],
      [by('flat', [band(0, null)], { freeFrom: 0 }), 'The threshold is 0.01 or more. Leave it empty for never'],
      [by('weight', [band(0, null)], { tareGrams: -1 }), 'The packaging cannot weigh less than 0'],
    ]
    const id = newId()
    table.push([far({ methods: [flat(5, { id }), flat(9, { id: id.toUpperCase() })] }), 'Each method once'])
    for (const [input, sentence] of table) expect([...new Set(await problems(input))]).toEqual([sentence])
    expect((await list()).zones).toEqual([])
  })

  it('the database takes neither a gap nor an overlap, nor a second open end [B-41.5]', async () => {
    const { json } = await create(far())
    const method = newId()
    await db
      .insertInto('shipping_method')
      .values({ id: method, zone_id: json.id, position: 1, name: 'By weight', measure: 'weight' })
      .execute()
    const write = (...bands: [from: number, below: number | null][]) =>
      db.transaction().execute(async trx => {
        await sql`delete from shipping_band where method_id = ${method}`.execute(trx)
        for (const [from_measure, below_measure] of bands)
          await trx
            .insertInto('shipping_band')
            .values({ method_id: method, from_measure, below_measure, cents: 1 })
            .execute()
        await sql`set constraints all immediate`.execute(trx)
      })
    await write([0, 500], [500, 1000], [1000, null])
    await write([0, 500])
    await expect(write([0, 500], [501, null])).rejects.toThrow('shipping_band_no_gap')
    await expect(write([100, null])).rejects.toThrow('shipping_band_no_gap')
    await expect(write([0, 500], [400, 500])).rejects.toThrow('shipping_band_end')
    await expect(write([0, 500], [400, 600])).rejects.toThrow('shipping_band_no_gap')
    await expect(write([0, null], [500, null])).rejects.toThrow('shipping_band_no_gap')
    await expect(write([0, 500], [500, 500])).rejects.toThrow('shipping_band_holds_something')
  })
})
