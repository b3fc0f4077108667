import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { lockProducts } from '../commands/product-record.server.ts'
import { publishProduct, readPublication } from '../commands/publish-product.server.ts'
import { readCreditWorth } from '../products/queries/credit-worth.server.ts'

const shop = await testShop({ connections: 24 })
const admin = await shop.addUser({ admin: true })

const post = (json: object) => shop.call('/api/products', { as: admin, json })
const patch = (id: string, json: object, as = admin) => shop.call(`/api/products/${id}`, { as, json, method: 'PATCH' })
const remove = (id: string) => shop.call(`/api/products/${id}`, { as: admin, method: 'DELETE' })
const ofStaff = async (id: string) => (await shop.call(`/api/admin/products/${id}`, { as: admin })).json
const listed = async (shown: string) =>
  (await shop.call(`/api/admin/products?limit=100&shown=${shown}`, { as: admin })).json.products.map(
    ({ id }: { id: string }) => id,
  )
const actionsOf = async (id: string) =>
  (
    await shop.services.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).orderBy('id').execute()
  ).map(({ action }) => action)
const isInStore = async (id: string) => (await shop.call(`/api/products/${id}`)).status === 200

async function addDraft(more: object = {}): Promise<string> {
  const { status, json, text } = await post({ name: 'Draft Lamp', price: 40, stock: 5, isDraft: true, ...more })
  expect(status, text).toBe(200)
  expect(json.isDraft).toBe(true)
  return json.id
}

async function upload(background: string): Promise<{ key: string; image: string }> {
  const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('files', new File([new Uint8Array(bytes)], 'lamp.png'))
  const { json } = await shop.call('/api/products/images', { as: admin, body })
  return { key: json.images[0].image.slice('s3:'.length), image: json.images[0].image }
}
/** Removes pictures that are unused on the next day. The clock goes back, because sessions end by it. */
async function dayLater() {
  const now = shop.clock.now()
  shop.clock.advance(25 * 3_600_000)
  await removeUnusedPictures(shop.system)
  shop.clock.set(now)
}
const isKept = async (key: string) => Boolean(await shop.services.storage.get(`${key}-320.webp`))

describe('a draft of a product', () => {
  it('is made by isDraft alone, listed among the drafts, edited there, and published once [B-12.259] [B-12.260]', async () => {
    const { json: direct } = await post({ name: 'Direct Lamp', price: 40 })
    expect([direct.isDraft, await isInStore(direct.id)]).toEqual([false, true])
    const id = await addDraft()
    expect(await listed('draft')).toContain(id)
    for (const shown of ['store', 'deleted']) expect(await listed(shown)).not.toContain(id)
    expect(await ofStaff(id)).toMatchObject({ isDraft: true, deletedAt: null })
    expect((await patch(id, { price: 44 })).json).toMatchObject({ isDraft: true, price: 44 })
    expect((await patch(id, { isDraft: true })).json.isDraft).toBe(true)
    const stock = { variantId: (await ofStaff(id)).variants[0].id, by: 3 }
    const adjusted = await shop.call(`/api/admin/products/${id}/stock`, { as: admin, json: stock })
    expect(adjusted.json).toEqual({ stockOnHand: 8 })
    expect(await isInStore(id)).toBe(false)

    expect((await patch(id, { isDraft: false })).json).toMatchObject({ isDraft: false, price: 44 })
    expect(await isInStore(id)).toBe(true)
    expect(await listed('draft')).not.toContain(id)
    expect((await patch(id, { isDraft: false })).status).toBe(200)
    expect((await actionsOf(id)).filter(action => action === 'published')).toHaveLength(1)
  })

  it('a published product never becomes a draft again, and one that left the store neither [B-12.260]', async () => {
    const id = await addDraft()
    await patch(id, { isDraft: false })
    const refused = await patch(id, { isDraft: true, price: 1 })
    expect([refused.status, refused.json.code]).toEqual([409, 'already_public'])
    expect(refused.json.detail).toContain('cannot become a draft again')
    expect((await ofStaff(id)).price).toBe(40)
    await remove(id)
    expect((await patch(id, { isDraft: true })).status).toBe(404)
  })

  it('staff who may read products see it by the public route, and other callers never [B-12.261]', async () => {
    const id = await addDraft()
    const path = `/api/products/${id}`
    expect((await shop.call(path, { as: admin })).status).toBe(200)
    const shopper = await shop.addUser()
    for (const as of [shopper, undefined]) {
      const { status, json } = await shop.call(path, as ? { as } : {})
      expect([status, json.gone]).toEqual([404, undefined])
    }
  })

  it('comes first among the newest once it is published [B-12.260]', async () => {
    const id = await addDraft()
    shop.clock.advance(60_000)
    await post({ name: 'Later Lamp', price: 40 })
    shop.clock.advance(60_000)
    await patch(id, { isDraft: false })
    expect((await shop.call('/api/products?sort=newest&limit=1')).json.products[0].id).toBe(id)
  })

  it('sets no worth of a credit [B-12.261]', async () => {
    const before = await readCreditWorth(shop.system, [])
    await addDraft({ tier: 'Platinum', price: 1, entries: 1000 })
    expect(await readCreditWorth(shop.system, [])).toEqual(before)
  })
})

describe('what stands in the way of publishing a product', () => {
  it('is the display order that another product took, which the publication names too [B-12.262]', async () => {
    const id = await addDraft({ displayOrder: 77 })
    expect((await shop.call(`/api/admin/products/${id}/publication`, { as: admin })).json.blocks).toEqual([])
    await post({ name: 'First Lamp', price: 40, displayOrder: 77 })
    const message = 'Display order 77 is taken by another product.'
    expect((await shop.call(`/api/admin/products/${id}/publication`, { as: admin })).json.blocks).toEqual([
      { code: 'display_order_taken', message },
    ])
    const refused = await patch(id, { isDraft: false })
    expect([refused.status, refused.json.detail]).toEqual([409, message])
    expect((await patch(id, { isDraft: false, displayOrder: null })).status).toBe(200)
  })

  it('is example data of the shop outside a demo [B-12.262] [B-35.8]', async () => {
    const id = await addDraft()
    const production = Object.defineProperty({ ...shop.system, mode: 'production' as const }, 'settings', {
      get: () => shop.system.settings,
    })
    const { blocks } = await readPublication(production, id)
    expect(blocks.map(({ code }) => code)).toEqual(['example_facts'])
    expect(blocks[0]!.message).toMatch(/^The store would name example data: the name of the shop/)
    const publish = transact(production, async tx => publishProduct(tx, (await lockProducts(tx, [id]))[0]!))
    await expect(publish).rejects.toMatchObject({ code: 'example_facts' })
    expect(await isInStore(id)).toBe(false)
  })
})

describe('deleting a draft', () => {
  it('frees its address and SKUs, lets pictures that nothing else shows go a day later, and stays in the audit log [B-12.263]', async () => {
    const [own, shared] = [await upload('#112233'), await upload('#445566')]
    await post({ name: 'Shown Lamp', price: 40, images: [shared.image] })
    const id = await addDraft({ name: 'Gone Lamp', images: [own.image, shared.image] })
    expect((await shop.call(`/api/admin/products/${id}/restore`, { as: admin, json: {} })).json.code).toBe('is_draft')
    expect((await remove(id)).status).toBe(204)
    expect((await shop.call(`/api/admin/products/${id}`, { as: admin })).status).toBe(404)
    await dayLater()
    expect([await isKept(own.key), await isKept(shared.key)]).toEqual([false, true])
    expect(await actionsOf(id)).toEqual(['created', 'deleted the draft'])
    expect((await remove(id)).status).toBe(404)
    expect((await post({ name: 'Gone Lamp', price: 40 })).json.slug).toBe('gone-lamp')
  })

  it('keeps a picture that a concurrent product or giveaway begins to show [B-12.263]', async () => {
    for (let round = 0; round < 5; round++) {
      const picture = await upload(`#00${round}000`)
      const [first, second] = [await addDraft({ images: [picture.image] }), await addDraft({ images: [picture.image] })]
      const giveaway = { title: 'Kit', description: 'A box.', images: [picture.image], isDraft: true }
      const [, , product, made] = await Promise.all([
        remove(first),
        remove(second),
        post({ name: 'Beside Lamp', price: 40, images: [picture.image] }),
        shop.call('/api/giveaways', { as: admin, json: giveaway }),
      ])
      expect([product.status, made.status], product.text).toEqual([200, 200])
      await dayLater()
      expect(await isKept(picture.key)).toBe(true)
    }
  })
})

it('two deleted drafts that alone show a picture let it go, also when both are deleted at once [B-12.263]', async () => {
  for (let round = 0; round < 5; round++) {
    const { key, image } = await upload(`#0${round}0a0a`)
    const ids = [await addDraft({ images: [image] }), await addDraft({ images: [image] })]
    await Promise.all(ids.map(remove))
    await dayLater()
    expect(await isKept(key)).toBe(false)
  }
})

describe('publishing a product concurrently', () => {
  it('twenty presses of two members of staff publish once [B-12.264]', async () => {
    const manager = await shop.addUser({ role: 'manager' })
    const id = await addDraft()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => patch(id, { isDraft: false }, at % 2 ? manager : admin)),
    )
    for (const { status, text } of answers) expect(status, text).toBe(200)
    expect((await actionsOf(id)).filter(action => action === 'published')).toHaveLength(1)
  })

  it('beside an edit, one of the two versions wins, and only what was shown is published [B-12.264]', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await addDraft({ price: 40 })
      const [published, edited] = await Promise.all([
        patch(id, { isDraft: false, version: 1 }),
        patch(id, { price: 99, version: 1 }),
      ])
      expect([published.status, edited.status].sort()).toEqual([200, 409])
      const { isDraft, price } = await ofStaff(id)
      expect([isDraft, price]).toEqual(published.status === 200 ? [false, 40] : [true, 99])
    }
  })

  it('beside a deletion, the product is gone or archived and was never half of both [B-12.264]', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await addDraft()
      const [published, deleted] = await Promise.all([patch(id, { isDraft: false }), remove(id)])
      expect([200, 404]).toContain(published.status)
      expect(deleted.status, deleted.text).toBe(204)
      expect(await isInStore(id)).toBe(false)
      // A product that was deleted right after its publication is gone when the publication is answered.
      const orders = [
        ['created', 'published', 'deleted'],
        ...(published.status === 200 ? [] : [['created', 'deleted the draft']]),
      ]
      expect(orders).toContainEqual(await actionsOf(id))
    }
  })
})

describe('a draft in the database', () => {
  it('is archived, and a writer that knows no drafts publishes it by bringing it into the store [B-12.265]', async () => {
    const id = await addDraft()
    const { pool } = shop.services
    await expect(
      pool.query('update product set archived_at = null, draft_since = now() where id = $1', [id]),
    ).resolves.toMatchObject({ rowCount: 1 })
    expect(await ofStaff(id)).toMatchObject({ isDraft: false, deletedAt: null })
    await expect(
      pool.query('update product set draft_since = now() where id = $1 and archived_at is null', [id]),
    ).rejects.toMatchObject({ constraint: 'product_draft_is_archived' })
  })
})

describe('a file of products', () => {
  const run = async (csv: string, fingerprint?: string) =>
    (await shop.call('/api/admin/products/import', { as: admin, json: { csv, ...(fingerprint && { fingerprint }) } }))
      .json
  const apply = async (csv: string) => run(csv, (await run(csv)).fingerprint)

  it('makes drafts by its column, publishes without it, and publishes no draft [B-12.266]', async () => {
    expect(
      (await apply('name,price,sku,draft\nFile Draft,10,FD,yes\nFile Direct,10,FI,no\nFile Plain,10,FP,')).applied,
    ).toBe(true)
    const drafts = (await shop.call('/api/admin/products?shown=draft&q=File', { as: admin })).json.products
    expect(drafts.map(({ name }: { name: string }) => name)).toEqual(['File Draft'])
    expect((await apply('address,price\nfile-draft,12')).counts).toMatchObject({ change: 1, refuse: 0 })
    expect(await ofStaff(drafts[0].id)).toMatchObject({ isDraft: true, price: 12 })
    const refused = await run('address,draft\nfile-draft,no\nfile-direct,yes')
    expect(refused.items.map(({ problems }: { problems: { message: string }[] }) => problems[0]!.message)).toEqual([
      'This product is a draft. Publish it in the list of drafts.',
      'This product was published and cannot become a draft again.',
    ])
    const answer = await shop.call('/api/admin/products/export?shown=draft&q=File', { as: admin })
    expect((await run(answer.text)).counts).toEqual({ create: 0, change: 0, same: 1, refuse: 0 })
  })
})
