import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { DEMO_PRODUCTS } from '../../../../db/demo/products.ts'
import type { Product } from '../products/contract.ts'
import { seedDemoStore } from '../testing/demo-store.ts'
import { SEARCHES } from './testing/search-table.ts'

const shop = await testShop()
await seedDemoStore(shop.system)

const list = async (query = '') => (await shop.call(`/api/products${query}`)).json
const names = (found: { products: Product[] }) => found.products.map(product => product.name)
const find = (q: string) => list(`?limit=3&q=${encodeURIComponent(q)}`)

describe('a hundred searches', () => {
  const known = new Set(DEMO_PRODUCTS.map(({ name }) => name))

  it.each(SEARCHES)('%j finds first what a shopper expects [B-2.34] [B-2.102]', async (q, ...expected) => {
    const found = names(await find(q))
    const wrong = expected.filter((choice, at) => !choice.split('|').includes(found[at]!))
    expect(wrong, `found ${found.join(' · ')}`).toEqual([])
  })

  it('are a hundred, and name products of the demo', () => {
    expect(SEARCHES.length).toBeGreaterThanOrEqual(100)
    const expected = SEARCHES.flatMap(([, ...choices]) => choices.flatMap(choice => choice.split('|')))
    expect(expected.filter(name => !known.has(name))).toEqual([])
  })
})

describe('the texts of the search', () => {
  const onlyOf = async (q: string) => {
    const { products, total, isAlike } = await list(`?limit=3&q=${encodeURIComponent(q)}`)
    return isAlike ? [] : [total, ...names({ products })]
  }

  it('follow each change of a product and of its variants [B-2.34]', async () => {
    const admin = await shop.addUser({ admin: true })
    const variant = (color: string) => ({ sku: `QUILT-${color}`, options: { color }, stock: 3 })
    const made = await shop.call('/api/products', {
      as: admin,
      json: { name: 'Quiltwork Throw', price: 50, features: ['Feathertight'], variants: [variant('Vermilion')] },
    })
    const change = async (json: object) => {
      const { version } = (await shop.call(`/api/admin/products/${made.json.id}`, { as: admin })).json
      const changed = await shop.call(`/api/products/${made.json.id}`, {
        as: admin,
        json: { ...json, version },
        method: 'PATCH',
      })
      expect(changed.status, changed.text).toBe(200)
    }
    for (const q of ['vermilion', 'feathertight', 'quilt', 'work', 'vermillion quiltwork'])
      expect((await find(q)).products[0].name).toBe('Quiltwork Throw')
    await change({ name: 'Eiderdown Throw' })
    expect(await onlyOf('eiderdown')).toEqual([1, 'Eiderdown Throw'])
    expect(await onlyOf('quiltwork')).toEqual([])
    await change({ variants: [variant('Cerulean')] })
    expect(await onlyOf('cerulean')).toEqual([1, 'Eiderdown Throw'])
    expect(await onlyOf('vermilion')).toEqual([])
    await shop.call(`/api/products/${made.json.id}`, { as: admin, method: 'DELETE' })
    expect(await onlyOf('eiderdown')).toEqual([])
  })

  it('equal the variants after many concurrent writers', async () => {
    const { rows } = await shop.services.pool.query("select id from product where slug = 'camp-lantern'")
    const colors = Array.from({ length: 12 }, (_, n) => `Shade${n}`)
    await Promise.all(
      colors.map(color =>
        shop.services.pool.query(
          'insert into product_variant (id, product_id, sku, options) values (gen_random_uuid(), $1, $2, $3)',
          [rows[0].id, `LAMP-${color}`, JSON.stringify({ color })],
        ),
      ),
    )
    for (const color of colors) expect(await onlyOf(color)).toEqual([1, 'Camp Lantern'])
  })

  it('exclude a word with a leading minus', async () => {
    const excluded = names(await list('?q=pouch%20-med&limit=100'))
    expect(excluded).toContain('Admin Pouch')
    expect(excluded).not.toContain('Med Pouch')
  })
})
