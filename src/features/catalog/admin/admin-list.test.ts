import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { AdminProduct } from '../products/admin-contract.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const post = (json: object) => shop.call('/api/products', { as: admin, json })
const patch = (id: string, json: object) => shop.call(`/api/products/${id}`, { as: admin, json, method: 'PATCH' })
const read = async (id: string): Promise<AdminProduct> =>
  (await shop.call(`/api/admin/products/${id}`, { as: admin })).json
const bulk = (products: object[], change: object, apply = false) =>
  shop.call('/api/admin/products/bulk', { as: admin, json: { products, change, apply } })
const records = async (id: string) =>
  (await shop.call(`/api/admin/records?type=product&id=${id}`, { as: admin })).json.records

async function listed(query: string) {
  const names: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await shop.call(`/api/admin/products?limit=3&${query}${cursor && `&cursor=${cursor}`}`, {
      as: admin,
    })
    names.push(...json.products.map((product: AdminProduct) => product.name))
    if (!json.nextCursor) return names
    cursor = json.nextCursor
  }
}

describe('the list of products', () => {
  it('the list is sorted, searched and filtered by the server, and paged without gap or repetition [B-13.2]', async () => {
    const made = [
      { name: 'belt A', price: 30, displayOrder: 3, category: 'Belts', tier: 'Gold' },
      { name: 'Belt B', price: 10, displayOrder: 1, category: 'Belts' },
      { name: 'belt C', price: 20, category: 'Belts', salesPrice: 5, stock: 0 },
      { name: 'Belt D', price: 20, category: 'Belts', inStock: false },
      { name: 'belt E', price: 40, category: 'Belts', isSubscription: true, stock: 4 },
      { name: '100% Wool', price: 1, category: 'Socks', variants: [{ sku: 'WOOL-50%', stock: 50 }] },
    ]
    for (const product of made) expect((await post(product)).status).toBe(200)
    const belts = 'category=Belts'
    expect(await listed(`${belts}&sort=name`)).toEqual(['belt A', 'Belt B', 'belt C', 'Belt D', 'belt E'])
    expect(await listed(`${belts}&sort=name&way=down`)).toEqual(['belt E', 'Belt D', 'belt C', 'Belt B', 'belt A'])
    expect((await listed(`${belts}&sort=order`)).slice(0, 2)).toEqual(['Belt B', 'belt A'])
    expect(await listed(`${belts}&sort=price`)).toEqual(['belt C', 'Belt B', 'Belt D', 'belt A', 'belt E'])
    expect(new Set(await listed(`${belts}&sort=changed&way=down`)).size).toBe(5)
    expect(await listed(`${belts}&tier=Gold`)).toEqual(['belt A'])
    expect(await listed('stock=out')).toEqual(['belt C'])
    expect(await listed('stock=stopped')).toEqual(['Belt D'])
    expect(await listed('stock=low&sort=name')).toEqual(['belt C', 'belt E'])
    expect(await listed('type=sale')).toEqual(['belt C'])
    expect(await listed('type=subscription')).toEqual(['belt E'])
    expect(await listed('q=WOOL-50%25')).toEqual(['100% Wool'])
    expect(await listed('q=0%25 w')).toEqual(['100% Wool'])
    expect(await listed('q=%25%25')).toEqual([])
  })

  it('an unknown cursor is refused with a reason', async () => {
    const { status, json } = await shop.call('/api/admin/products?cursor=x', { as: admin })
    expect([status, json.errors.cursor]).toEqual([400, ['This page of the list is not known.']])
  })
})

describe('an edit', () => {
  it('an edit based on an older version is refused with its editor and time, and overwrites nothing [B-13.71]', async () => {
    const { json } = await post({ name: 'Twice Edited', price: 10 })
    const { version } = await read(json.id)
    const manager = await shop.addUser({ role: 'manager' })
    const first = await shop.call(`/api/products/${json.id}`, {
      as: manager,
      json: { price: 12, version },
      method: 'PATCH',
    })
    expect(first.status).toBe(200)
    const second = await patch(json.id, { entries: 2, version })
    expect(second.json).toMatchObject({
      status: 409,
      code: 'version_conflict',
      version: version + 1,
      by: 'Sam Porter',
      detail: 'Someone else saved a change while you were editing.',
    })
    expect(await read(json.id)).toMatchObject({ price: 12, entries: 0 })
    expect((await patch(json.id, { entries: 2, version: version + 1 })).status).toBe(200)
    expect((await patch(json.id, { entries: 3 })).status).toBe(200)
  })

  it('of many concurrent edits one is saved; the others get the fields to merge', async () => {
    const { json } = await post({ name: 'Many Edited', price: 10 })
    const { version } = await read(json.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(json.id, { description: `Words ${n}`, version })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await read(json.id)).version).toBe(version + 1)
  })

  it('an edit is recorded with the values before and after, and an empty edit is not [B-13.64]', async () => {
    const { json } = await post({ name: 'Recorded', price: 10, variants: [{ sku: 'REC', stock: 4 }] })
    await patch(json.id, { price: 12.5, tier: 'Gold' })
    await patch(json.id, { price: 12.5 })
    const [changed, created] = await records(json.id)
    expect(changed).toMatchObject({
      action: 'changed',
      subject: { type: 'product', id: json.id, label: 'Recorded' },
      before: { price: 10, tier: 'Bronze' },
      after: { price: 12.5, tier: 'Gold' },
    })
    expect(created).toMatchObject({ action: 'created', after: { title: 'Recorded', 'stock of REC': 4 } })
  })
})

describe('a deleted product', () => {
  it('a deleted product is kept, can be viewed, and is restored unchanged; the store says that it is gone [B-2.109] [B-12.159]', async () => {
    const { json } = await post({
      name: 'Comes Back',
      price: 10,
      displayOrder: 77,
      variants: [{ sku: 'BACK', stock: 4 }],
    })
    const remove = () => shop.call(`/api/products/${json.id}`, { as: admin, method: 'DELETE' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    for (const path of ['', '/reviews'])
      expect((await shop.call(`/api/products/${json.id}${path}`)).json).toMatchObject({ status: 404, gone: true })
    expect((await shop.call('/api/products/never-there')).json.gone).toBeUndefined()
    expect(await listed('shown=deleted')).toEqual(['Comes Back'])
    expect(await read(json.id)).toMatchObject({ name: 'Comes Back', deletedAt: expect.any(String) })
    await post({ name: 'Took The Place', price: 1, displayOrder: 77 })
    const back = await shop.call(`/api/admin/products/${json.id}/restore`, { as: admin, method: 'POST' })
    expect(back.json).toMatchObject({
      deletedAt: null,
      displayOrder: null,
      variants: [{ sku: 'BACK', stockOnHand: 4 }],
    })
    expect((await records(json.id)).map(({ action }: { action: string }) => action)).toEqual([
      'restored',
      'deleted',
      'created',
    ])
    expect((await shop.call(`/api/admin/products/${json.id}/restore`, { as: admin, method: 'POST' })).status).toBe(404)
  })
})

describe('a change of several products', () => {
  const make = async (name: string, more: object = {}) => {
    const { json } = await post({ name, price: 20, ...more })
    return { id: json.id as string, version: (await read(json.id)).version }
  }

  it('a change of several products does exactly what its preview showed [B-13.30]', async () => {
    await make('Holder', { displayOrder: 101 })
    const chosen = [await make('Bulk A', { displayOrder: 102 }), await make('Bulk B', { price: 9.99 })]
    const change = { salePercent: 15, tier: 'Silver', displayOrder: 100 }
    const preview = await bulk(chosen, change)
    expect(preview.json).toEqual({
      applied: false,
      effects: [
        {
          id: chosen[0]!.id,
          name: 'Bulk A',
          problem: null,
          changes: [
            { field: 'salesPrice', before: null, after: 17 },
            { field: 'tier', before: 'Bronze', after: 'Silver' },
            { field: 'displayOrder', before: 102, after: 100 },
          ],
        },
        {
          id: chosen[1]!.id,
          name: 'Bulk B',
          problem: null,
          changes: [
            { field: 'salesPrice', before: null, after: 8.49 },
            { field: 'tier', before: 'Bronze', after: 'Silver' },
            { field: 'displayOrder', before: null, after: 102 },
          ],
        },
      ],
    })
    expect((await read(chosen[0]!.id)).salesPrice).toBe(null)
    const done = await bulk(chosen, change, true)
    expect(done.json).toEqual({ ...preview.json, applied: true })
    expect(await read(chosen[1]!.id)).toMatchObject({ salesPrice: 8.49, tier: 'Silver', displayOrder: 102 })
    expect((await records(chosen[0]!.id))[0]).toMatchObject({
      action: 'changed with others',
      after: { salesPrice: 17 },
    })
  })

  it('a change of several products is applied to all or to none [B-13.30]', async () => {
    const chosen = [await make('Dear'), await make('Cheap', { price: 5 })]
    const refused = await bulk(chosen, { salesPrice: 6 }, true)
    expect(refused.json).toMatchObject({
      status: 409,
      code: 'bulk_refused',
      effects: [{ problem: null }, { problem: 'The sale price must be below the regular price.' }],
    })
    expect((await read(chosen[0]!.id)).salesPrice).toBe(null)
    await patch(chosen[1]!.id, { entries: 4 })
    const edited = await bulk(chosen, { tier: 'Gold' }, true)
    expect(edited.json).toMatchObject({ code: 'version_conflict', products: [{ id: chosen[1]!.id, name: 'Cheap' }] })
    expect((await read(chosen[0]!.id)).tier).toBe('Bronze')
  })

  it('an empty or contradictory change is refused', async () => {
    const chosen = [await make('Nothing')]
    expect((await bulk(chosen, {})).json.errors.change).toEqual(['Choose what to change'])
    const both = await bulk(chosen, { salesPrice: 1, salePercent: 5 })
    expect(both.json.errors['change.salePercent']).toEqual(['Give a sale price or a percentage, not both'])
    expect((await bulk([chosen[0]!, chosen[0]!], { price: 1 })).json.errors.products).toEqual([
      'A product is listed twice',
    ])
  })
})

it('a change of several products requires the right', async () => {
  const support = await shop.addUser({ role: 'support' })
  expect((await shop.call('/api/admin/products', { as: support })).status).toBe(200)
  const chosen = [{ id: '01890000-0000-7000-8000-000000000000' }]
  const tried = [
    shop.call('/api/admin/products/bulk', { as: support, json: { products: chosen, change: { price: 1 } } }),
    shop.call('/api/admin/products/import', { as: support, json: { csv: 'name' } }),
    shop.call('/api/admin/products/export', { as: support }),
    shop.call(`/api/products/${chosen[0]!.id}`, { as: support, method: 'DELETE' }),
  ]
  expect((await Promise.all(tried)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
})
