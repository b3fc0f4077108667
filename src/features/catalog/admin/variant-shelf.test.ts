import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const send = (path: string, method: string, json: object) =>
  shop.call(`/api/products${path}`, { as: admin, method, json })
const shelvesOf = async (id: string) =>
  (await shop.call(`/api/admin/products/${id}`, { as: admin })).json.variants.map(
    ({ place }: { place: string | null }) => place,
  )
/** @returns the shelves after the change. */
async function changed(id: string, variants: object[]) {
  const { status, text } = await send(`/${id}`, 'PATCH', { variants })
  expect(status, text).toBe(200)
  return shelvesOf(id)
}

const BELT = {
  name: 'Shelved Belt',
  price: 40,
  variants: [
    { sku: 'SHELF-S', options: { size: 'S' }, stock: 5, place: ' B2-14 ' },
    { sku: 'SHELF-L', options: { size: 'L' }, stock: 5, place: '' },
  ],
}

it('a variant has the shelf from which staff pick it, in API, CSV and audit log, and no shopper sees it [B-13.122]', async () => {
  const made = await send('', 'POST', BELT)
  const { id } = made.json
  expect(await shelvesOf(id), made.text).toEqual(['B2-14', null])
  const variants = made.json.variants.map(({ id, sku, options }: { id: string; sku: string; options: object }) => ({
    ...{ id, sku, options, stock: 5 },
  }))
  // Left out, it stays.
  expect(await changed(id, variants)).toEqual(['B2-14', null])
  const moved = [
    { ...variants[0], place: null },
    { ...variants[1], place: 'Ω 3' },
  ]
  expect(await changed(id, moved)).toEqual([null, 'Ω 3'])
  for (const [place, problem] of [
    ['x'.repeat(41), 'Shelf must be 40 characters or less'],
    ['A\nB', 'Please write one line'],
  ]) {
    const { status, json } = await send(`/${id}`, 'PATCH', { variants: [{ ...variants[0], place }] })
    expect([status, json.errors['variants.0.place']]).toEqual([400, [problem]])
  }
  const { rows } = await shop.services.pool.query(
    `select after from audit_log where subject_id = $1 and action = 'changed'`,
    [id],
  )
  expect(rows).toEqual([{ after: { 'shelf of SHELF-S': null, 'shelf of SHELF-L': 'Ω 3' } }])
  expect((await shop.call(`/api/products/${id}`)).text).not.toContain('Ω 3')

  const csv = (await shop.call('/api/admin/products/export?q=shelved', { as: admin })).text
  const lines: Record<string, string>[] = parse(csv, { bom: true, columns: true })
  expect(lines.map(({ place }) => place)).toEqual(['', 'Ω 3'])
  const { address } = lines[0]!
  const file = `address,sku,place\n${address},SHELF-S,C1\n${address},SHELF-L,\n`
  const preview = await shop.call('/api/admin/products/import', { as: admin, json: { csv: file } })
  expect(preview.json.items[0].changes).toMatchObject([{ field: 'shelf of SHELF-S' }, { field: 'shelf of SHELF-L' }])
  const { fingerprint } = preview.json
  const done = await shop.call('/api/admin/products/import', { as: admin, json: { csv: file, fingerprint } })
  expect(done.json.applied, done.text).toBe(true)
  const { rows: stored } = await shop.services.pool.query(
    `select place from product_variant where sku like 'SHELF-%' order by sku desc`,
  )
  expect(stored).toEqual([{ place: 'C1' }, { place: null }])
})
