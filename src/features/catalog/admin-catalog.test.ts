import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestUser } from '#app/testing/shop.ts'
import { holdStock } from './commands/stock.server.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let admin: TestUser
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.addUser({ admin: true })
})
afterAll(() => shop.close())

const post = (json: unknown) => shop.call('/api/products', { as: admin, json })
const patch = (id: string, json: unknown) => shop.call(`/api/products/${id}`, { as: admin, json, method: 'PATCH' })
const show = async (id: string) => (await shop.call(`/api/products/${id}`)).json
const inAdminList = async (id: string) =>
  (await shop.call('/api/admin/products?limit=100', { as: admin })).json.products.find(
    (product: { id: string }) => product.id === id,
  )

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#3b4a33', noise: { type: 'gaussian', mean: 90, sigma: 20 } },
  })

function upload(...files: [name: string, bytes: Uint8Array<ArrayBuffer>][]) {
  const body = new FormData()
  for (const [name, bytes] of files) body.append('files', new File([bytes], name))
  return shop.call('/api/products/images', { as: admin, body, headers: { 'idempotency-key': crypto.randomUUID() } })
}
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())

describe('a new product', () => {
  it('needs a name and a price only, and takes the specified defaults', async () => {
    const { status, json } = await post({ name: 'Dry Bag', price: 19.99 })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      slug: 'dry-bag',
      tier: 'Bronze',
      category: 'Bronze',
      price: 19.99,
      salesPrice: null,
      entries: 0,
      interval: 'month',
      displayOrder: null,
      image: '/logo-plate.svg',
      images: [],
      inStock: true,
      rating: 0,
      reviews: 0,
    })
    expect((await post({ name: 'Dry Bag', price: 25 })).json.slug).toBe('dry-bag-2')
  })

  it('is refused with a sentence beside each field', async () => {
    const { status, json } = await post({
      price: -1,
      salesPrice: 1.999,
      tier: 'Tin',
      entries: 1.5,
      mpf: 1,
      variants: [
        { sku: 'A', options: { size: 'L' }, stock: 1 },
        { sku: 'B', options: { size: 'L' }, stock: 1 },
      ],
    })
    expect(status).toBe(400)
    expect(json.errors).toEqual({
      name: ['Name is required'],
      price: ['Price cannot be negative'],
      salesPrice: ['Sale price can have at most two decimals'],
      tier: ['Tier must be Bronze, Silver, Gold or Platinum'],
      entries: ['Entries must be a whole number'],
      variants: ['Two variants have the same size and color'],
      mpf: ['This field is not known.'],
    })
  })

  it('cannot be on sale for its price or more', async () => {
    const problem = { salesPrice: ['The sale price must be below the regular price.'] }
    expect((await post({ name: 'Tarp', price: 40, salesPrice: 40 })).json.errors).toEqual(problem)
    const { json } = await post({ name: 'Tarp', price: 40, salesPrice: 30 })
    expect((await patch(json.id, { price: 30 })).json.errors).toEqual(problem)
    expect((await patch(json.id, { price: 30, salesPrice: null })).json).toMatchObject({ price: 30, salesPrice: null })
  })

  it('is refused by name when its address, SKU or place is taken, or its pictures are not ours', async () => {
    const taken = { name: 'Poncho', price: 40, slug: 'poncho', displayOrder: 7, variants: [{ sku: 'PON', stock: 1 }] }
    expect((await post(taken)).status).toBe(200)
    const other = { name: 'Other', price: 40 }
    expect((await post({ ...other, slug: 'poncho' })).json).toMatchObject({ status: 409, code: 'slug_taken' })
    expect((await post({ ...other, displayOrder: 7 })).json).toMatchObject({
      code: 'display_order_taken',
      errors: { displayOrder: ['Display order 7 is taken by another product.'] },
    })
    expect((await post({ ...other, variants: taken.variants })).json).toMatchObject({ status: 409, code: 'sku_taken' })
    expect((await post({ ...other, images: ['s3:products/stranger'] })).json.errors).toHaveProperty('images')
    expect((await post({ ...other, images: ['s3:secrets/key'] })).json.errors).toHaveProperty(['images.0'])
  })

  it('is for admins to make', async () => {
    const user = await shop.addUser()
    const json = { name: 'Mine', price: 1 }
    expect((await shop.call('/api/products', { json })).status).toBe(401)
    expect((await shop.call('/api/products', { json, as: user })).json).toMatchObject({
      status: 403,
      detail: 'Unauthorized access',
    })
    expect((await shop.call('/api/admin/products', { as: user })).status).toBe(403)
  })
})

describe('a change', () => {
  it('is seen at once in answers that are kept', async () => {
    const { json } = await post({ name: 'Kept Canteen', price: 30 })
    const listed = async () =>
      (await shop.call('/api/products?q=kept')).json.products.map((product: { price: number }) => product.price)
    expect([await listed(), await listed(), (await show(json.id)).price]).toEqual([[30], [30], 30])
    await patch(json.id, { price: 28 })
    expect([await listed(), (await show(json.id)).price]).toEqual([[28], 28])
    await shop.call(`/api/products/${json.id}`, { as: admin, method: 'DELETE' })
    expect(await listed()).toEqual([])
    expect(await show(json.id)).toMatchObject({ status: 404, detail: 'Product not found' })
    expect((await patch(json.id, { price: 1 })).status).toBe(404)
  })

  it('keeps what it does not name', async () => {
    const made = (await post({ name: 'Lamp', price: 10, features: ['Bright'], specifications: { Weight: '1 lb' } }))
      .json
    expect((await patch(made.id, { entries: 3 })).json).toEqual({ ...made, entries: 3 })
  })

  it('of stock does not undo what was sold since the form was opened', async () => {
    const { json } = await post({ name: 'Rope', price: 10, variants: [{ sku: 'ROPE', stock: 20 }] })
    const [variant] = (await inAdminList(json.id)).variants
    expect(variant).toMatchObject({ stockOnHand: 20, held: 0 })
    await shop.services.db
      .updateTable('product_variant')
      .set({ stock_on_hand: 17 })
      .where('id', '=', variant.id)
      .execute()
    const edited = { id: variant.id, sku: 'ROPE', options: {}, stock: 25, stockSeen: 20 }
    await patch(json.id, { variants: [edited] })
    expect((await inAdminList(json.id)).variants[0].stockOnHand).toBe(22)
    await holdStock(shop.system, [{ variantId: variant.id, quantity: 10 }])
    const refused = await patch(json.id, { variants: [{ ...edited, stock: 5, stockSeen: null }] })
    expect(refused.json).toMatchObject({ status: 409, code: 'stock_held' })
  })

  it('takes variants out that are left out, and none of another product', async () => {
    const sizes = ['S', 'M'].map(size => ({ sku: `VEST-${size}`, options: { size }, stock: 4 }))
    const vest = (await post({ name: 'Vest', price: 90, variants: sizes })).json
    const [small] = vest.variants
    const left = (await patch(vest.id, { variants: [{ ...sizes[0], id: small.id }] })).json
    expect(left.variants).toMatchObject([{ id: small.id, options: { size: 'S' }, stock: 4 }])
    const other = (await post({ name: 'Other Vest', price: 90 })).json
    const stolen = await patch(other.id, { variants: [{ ...sizes[0], id: small.id }] })
    expect(stolen.json.errors.variants).toEqual(['One of these variants belongs to another product.'])
  })

  it('can stop the sale whatever the stock', async () => {
    const { json } = await post({ name: 'Recalled Stove', price: 60, stock: 50 })
    expect((await patch(json.id, { inStock: false })).json).toMatchObject({ inStock: false })
  })

  it('finds the first 8 free display orders', async () => {
    const { json } = await shop.call('/api/admin/products', { as: admin })
    expect(json.freeDisplayOrders).toEqual([1, 2, 3, 4, 5, 6, 8, 9])
  })
})

describe('an upload', () => {
  it('is written anew in every width, turned upright, without its metadata', async () => {
    const original = await bytesOf(
      noise(1600, 1000)
        .withMetadata({ orientation: 6 })
        .withExif({ IFD0: { Copyright: 'somebody' } })
        .jpeg(),
    )
    const { status, json } = await upload(['photo.jpg', original])
    expect(status).toBe(200)
    const [picture] = json.images
    expect(picture).toMatchObject({ width: 1000, height: 1600 })
    expect(picture.image).toMatch(/^s3:products\/[\w-]{24}$/)
    for (const width of [320, 640, 1200]) {
      for (const [ending, format] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
      ]) {
        const key = `${picture.image.slice(3)}-${width}.${ending}`
        const metadata = await sharp((await shop.services.storage.get(key))!.body).metadata()
        expect([metadata.format, metadata.width, metadata.exif]).toEqual([format, Math.min(width, 1000), undefined])
      }
    }
    expect((await upload(['again.jpg', original])).json.images).toEqual([picture])

    const pictures = [{ image: picture.image, alt: 'A tent at dusk' }]
    const tent = (await post({ name: 'Tent', price: 300, pictures })).json
    expect(tent).toMatchObject({
      image: picture.image,
      images: [picture.image],
      pictures: [{ ...picture, ...pictures[0] }],
    })
    const { url } = (await shop.call(`/api/images/public?key=${picture.image}`)).json
    expect((await shop.call(url)).headers.get('content-type')).toBe('image/webp')
  })

  it('is refused with its reason when it is no picture', async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const broken = (await bytesOf(noise(900, 900).png())).slice(0, 5000)
    const gif = await bytesOf(noise(4, 4).gif())
    const text = new TextEncoder().encode('<script>alert(1)</script>')
    for (const [name, bytes] of Object.entries({ 'a.svg': svg, 'b.png': broken, 'c.gif': gif, 'd.jpg': text })) {
      const { status, json } = await upload([name, new Uint8Array(bytes)])
      expect([status, json.code]).toEqual([415, 'picture_unreadable'])
      expect(json.errors['files.0'][0]).toContain(`${name} is not a picture we can read.`)
    }
  })

  it('is refused when it is too large, in bytes or in pixels', async () => {
    const large = await upload(['large.png', new Uint8Array(5 * 1024 * 1024 + 1)])
    expect(large.json).toMatchObject({ status: 413, code: 'picture_too_large' })
    const plain = sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' } })
    const bomb = await bytesOf(plain.png({ compressionLevel: 9 }))
    expect(bomb.length).toBeLessThan(500_000)
    expect((await upload(['bomb.png', bomb])).json).toMatchObject({ status: 422, code: 'picture_too_many_pixels' })
  })

  it('needs files under the right name', async () => {
    expect((await upload()).json.errors).toEqual({ files: ['Please choose a picture.'] })
    const body = new FormData()
    body.append('picture', new File(['x'], 'x.png'))
    expect((await shop.call('/api/products/images', { as: admin, body })).json.errors).toHaveProperty('picture')
  })
})

describe('pictures by their key', () => {
  it('are public under products/ and giveaways/ only', async () => {
    for (const key of ['secrets/a', 'products/../secrets/a', '/etc/passwd', 'products/', 'exports/users.csv'])
      expect((await shop.call(`/api/images/public?key=${encodeURIComponent(key)}`)).status).toBe(404)
    expect((await shop.call('/api/images/public?key=giveaways/cooler')).json).toEqual({
      url: '/files/giveaways/cooler-640.webp',
    })
  })
})
