import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { seedDemoStore } from '../testing/demo-store.ts'
import type { Product } from './contract.ts'

const shop = await testShop()
await seedDemoStore(shop.system)

const list = async (query = '') => (await shop.call(`/api/products${query}`)).json
const names = (found: { products: Product[] }) => found.products.map(product => product.name)

describe('the list of products', () => {
  it('answers up to 100 without a query, in display order [B-7.20]', async () => {
    const all = await list()
    expect(all.products).toHaveLength(Math.min(100, all.total))
    expect(all.nextCursor).toBe(all.total > 100 ? expect.any(String) : null)
  })

  it('answers twelve in display order with the total and the way to the rest [B-7.20] [B-12.45]', async () => {
    const first = await list('?limit=12')
    expect(first.products).toHaveLength(12)
    const { rows } = await shop.services.pool.query<{ name: string }>(
      'select name from product where archived_at is null order by display_order limit 12',
    )
    expect(names(first)).toEqual(rows.map(({ name }) => name))
    expect(first.total).toBeGreaterThanOrEqual(24)
    const seen = new Set(names(first))
    for (let cursor = first.nextCursor; cursor; ) {
      const next = await list(`?limit=12&cursor=${cursor}`)
      for (const name of names(next)) {
        expect(seen).not.toContain(name)
        seen.add(name)
      }
      cursor = next.nextCursor
    }
    expect(seen.size).toBe(first.total)
  })

  it.each(['newest', 'price-asc', 'price-desc', 'rating'])(
    'pages through everything in the order %s [B-1.18]',
    async sort => {
      const all = names(await list(`?sort=${sort}&limit=100`))
      const paged: string[] = []
      for (let page = 1; page <= Math.ceil(all.length / 9); page++)
        paged.push(...names(await list(`?sort=${sort}&limit=9&page=${page}`)))
      expect(paged).toEqual(all)
      const walked: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next = await list(`?sort=${sort}&limit=7${cursor && `&cursor=${cursor}`}`)
        walked.push(...names(next))
        cursor = next.nextCursor
      }
      expect(walked).toEqual(all)
    },
  )

  it('sorts by the price that is paid, not by the struck one [B-1.18]', async () => {
    const { products } = await list('?sort=price-asc&limit=100')
    const paid = products.map((product: Product) => product.salesPrice ?? product.price)
    expect(paid).toEqual([...paid].sort((a, b) => a - b))
  })

  it('filters by tier, type, category, price and stock, and counts the products of every other choice [B-1.18] [B-2.35] [B-2.36]', async () => {
    const silver = await list('?tier=Silver&limit=100')
    expect(new Set(silver.products.map((product: Product) => product.tier))).toEqual(new Set(['Silver']))
    for (const { value, count } of silver.facets.tier) expect((await list(`?tier=${value}`)).total).toBe(count)
    for (const { value, count } of silver.facets.price)
      expect((await list(`?tier=Silver&price=${value}`)).total).toBe(count)
    for (const { value, count } of silver.facets.category)
      expect((await list(`?tier=Silver&category=${encodeURIComponent(value)}`)).total).toBe(count)
    expect((await list('?tier=Silver&inStock=true')).total).toBe(silver.facets.inStock)
    const subscriptions = await list('?type=subscription')
    expect(subscriptions.products.every((product: Product) => product.isSubscription)).toBe(true)
    expect(subscriptions.total).toBe(2)
  })

  it('finds by words and by the beginning of a name, and accepts any input', async () => {
    expect(names(await list('?q=stick'))).toContain('Star-Fort Sticker')
    expect((await list('?q=batteries')).total).toBeGreaterThan(0)
    expect(await list(`?q=${encodeURIComponent(`%_'"\\ & | ! ( ) :*`)}`)).toMatchObject({ products: [], total: 0 })
  })

  it.each([
    ['stiker', 'Star-Fort Sticker'],
    ['stikcer', 'Star-Fort Sticker'],
    ['wirstband', 'Garrison Wristband'],
    ['tshirt', 'Star-Fort T-Shirt'],
    ['thre day bakpack', 'Three-Day Backpack'],
    ['star fort stikcer', 'Star-Fort Sticker'],
  ])('forgives the typing error in %j [B-2.34]', async (q, name) => {
    expect(names(await list(`?q=${encodeURIComponent(q)}`))[0]).toMatch(name)
  })

  it('says when results are only similar words, and does not when filters alone exclude them', async () => {
    expect((await list('?q=stiker')).isAlike).toBe(true)
    expect((await list('?q=sticker')).isAlike).toBe(false)
    expect(await list('?q=sticker&price=from-250')).toMatchObject({ total: 0, isAlike: false })
  })

  it('shows nothing similar where the word itself exists, and nothing for nonsense', async () => {
    const pouches = await list('?q=pouch&limit=100')
    for (const { name, category, description } of pouches.products)
      expect(`${name} ${category} ${description}`).toMatch(/pouch/i)
    expect(names(await list('?q=zeppelin'))).toEqual([])
  })

  it('pages through a search, and counts its facets as usual', async () => {
    const all = names(await list('?q=steel&limit=100'))
    expect(all.length).toBeGreaterThan(2)
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = await list(`?q=steel&limit=2${cursor && `&cursor=${cursor}`}`)
      walked.push(...names(next))
      cursor = next.nextCursor
    }
    expect(walked).toEqual(all)
    for (const { value, count } of (await list('?q=stiker')).facets.tier)
      expect((await list(`?q=stiker&tier=${value}`)).total).toBe(count)
  })

  it('refuses unknown parameters by name', async () => {
    const refused = await shop.call('/api/products?tier=Tin&colour=red&limit=1000&page=0')
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.json.errors).sort()).toEqual(['colour', 'limit', 'page', 'tier'])
    expect((await shop.call('/api/products?cursor=abc')).json.errors).toHaveProperty('cursor')
    const { nextCursor } = await list('?sort=newest&limit=1')
    const other = await shop.call(`/api/products?sort=price-asc&cursor=${nextCursor}`)
    expect([other.status, other.json.code]).toEqual([400, 'invalid_input'])
  })
})

describe('one product', () => {
  it('a product is found by id and by slug, the sticker and the wristband among them [B-2.40] [B-9.23]', async () => {
    const sticker = (await shop.call('/api/products/star-fort-sticker')).json
    expect(sticker).toMatchObject({ price: 20, salesPrice: 15, entries: 1, tier: 'Bronze', inStock: true })
    expect((await shop.call(`/api/products/${sticker.id}`)).json).toEqual(sticker)
    expect(sticker.image).toMatch(/^s3:products\//)
    const file = await shop.call(`${sticker.pictures[0].src}-320.avif`)
    expect(file.headers.get('content-type')).toBe('image/avif')
    expect((await list('?q=wristband')).products[0]).toMatchObject({ price: 40, entries: 2, tier: 'Silver' })
  })

  it('a product has all its fields, and its first picture as its image [B-3.4] [B-3.21] [B-5.28] [B-12.112]', async () => {
    const sticker: Product = (await shop.call('/api/products/star-fort-sticker')).json
    expect(sticker).toMatchObject({
      id: expect.any(String),
      name: 'Star-Fort Sticker',
      description: expect.any(String),
      tier: 'Bronze',
      price: 20,
      salesPrice: 15,
      entries: 1,
      rating: 0,
      reviews: 0,
      inStock: true,
      image: expect.stringMatching(/^s3:products\//),
      images: expect.arrayContaining([expect.stringMatching(/^s3:products\//)]),
      features: expect.arrayContaining([expect.any(String)]),
      specifications: expect.any(Object),
      category: expect.any(String),
      displayOrder: expect.any(Number),
      isSubscription: false,
      variants: [{ id: expect.any(String), inStock: true, image: null }],
    })
    expect((await list('?q=wristband')).products[0]).toMatchObject({ price: 40, salesPrice: null })
    const { variants } = (await shop.call('/api/products/star-fort-t-shirt')).json
    expect(new Set(variants.map((variant: Product['variants'][0]) => variant.options.size)).size).toBeGreaterThan(2)
    const { products } = await list('?limit=100')
    const orders = products.flatMap((product: Product) => product.displayOrder ?? [])
    expect(new Set(orders).size).toBe(orders.length)
    expect(sticker.image).toBe(sticker.images[0])
    expect(sticker.specifications).toMatchObject({ Material: 'Cast vinyl, 6 mil with laminate' })
  })

  it('a product without a picture shows the default logo [B-5.28] [B-12.46]', async () => {
    const admin = await shop.addUser({ admin: true })
    const made = await shop.call('/api/products', { as: admin, json: { name: 'Bare Thing', price: 5 } })
    const { image, images } = (await shop.call(`/api/products/${made.json.id}`)).json
    expect([image, images]).toEqual(['/logo-plate.svg', []])
    expect((await shop.call(`/api/products/${made.json.id}`, { as: admin, method: 'DELETE' })).status).toBeLessThan(300)
  })

  it('a product shows small stock exactly and large stock not at all [B-2.37]', async () => {
    const { products } = await list('?limit=100')
    const variants = products.flatMap((product: Product) => product.variants)
    expect(variants.filter((variant: Product['variants'][0]) => (variant.stock ?? 0) > 10)).toEqual([])
    expect(variants.some((variant: Product['variants'][0]) => variant.stock === 0 && !variant.inStock)).toBe(true)
  })

  it('an unknown product is not found [B-2.44]', async () => {
    for (const id of ['nothing', '01890000-0000-7000-8000-000000000000', "a'b"]) {
      const { json, status } = await shop.call(`/api/products/${encodeURIComponent(id)}`)
      expect([status, json.code, json.detail]).toEqual([404, 'product_not_found', 'Product not found'])
    }
  })

  it('a product has similar products', async () => {
    const { products } = (await shop.call('/api/products/star-fort-sticker/similar')).json
    expect(products).toHaveLength(4)
    expect(names({ products })).not.toContain('Star-Fort Sticker')
  })
})
