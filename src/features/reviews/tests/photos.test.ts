import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { reviewingIn } from '../testing/reviewing.ts'

const shop = await testShop({ connections: 12 })
const reviewing = await reviewingIn(shop)

const png = (edge: number) =>
  sharp({ create: { width: edge, height: 64, channels: 3, background: '#3b4a33' } })
    .png()
    .toBuffer()
async function upload(as: TestUser | undefined, ...files: Uint8Array[]) {
  const body = new FormData()
  for (const bytes of files) body.append('files', new File([bytes as Uint8Array<ArrayBuffer>], 'photo.png'))
  return shop.call('/api/my/review-pictures', { ...(as && { as }), body })
}
const photoOf = async (as: TestUser, edge: number): Promise<string> =>
  (await upload(as, await png(edge))).json.images[0].image
const isKept = async (image: string) => Boolean(await shop.services.storage.get(`${image.slice(3)}-320.webp`))

/** Makes all pictures a day and a bit older, then removes unused ones. */
async function nextDay() {
  await sql`update picture set created_at = ${new Date(+shop.clock.now() - 25 * 3600_000)}`.execute(shop.services.db)
  await removeUnusedPictures(shop.system)
}

describe('photos of a review', () => {
  it('are re-encoded without metadata, stand in their order, and are public [B-14.1] [B-14.8]', async () => {
    const { product, buyer } = await reviewing.bought()
    const located = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Copyright: 'Sam' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const { json, status } = await upload(buyer, located)
    expect([status, json.images[0].width]).toEqual([200, 90])
    const photos = [json.images[0].image, await photoOf(buyer, 91), await photoOf(buyer, 92), await photoOf(buyer, 93)]
    expect(photos[0]).toMatch(/^s3:reviews\/\w+\/[\w-]{24}$/)
    const review = (await reviewing.write(buyer, product.id, { photos })).json
    expect(review.photos.map(({ image }: { image: string }) => image)).toEqual(photos)
    await reviewing.approve(review.id)
    const [shown] = (await reviewing.listed(product.id)).reviews
    const file = await shop.call(`${shown.photos[0].src}-640.webp`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const stored = await shop.services.storage.get(`${photos[0]!.slice(3)}-source.webp`)
    expect((await sharp(stored!.body).metadata()).exif).toBeUndefined()
    const fewer = [photos[3], photos[0]]
    const changed = await reviewing.change(buyer, review.id, { photos: fewer })
    expect(changed.json.photos.map(({ image }: { image: string }) => image)).toEqual(fewer)
    expect(changed.json.status).toBe('pending')
  })

  it('are uploaded one by one, by buyers alone, within the limits of every picture [B-14.8]', async () => {
    const { buyer } = await reviewing.bought()
    const small = await png(80)
    expect((await upload(undefined, small)).status).toBe(401)
    expect((await upload(await shop.addUser(), small)).json.code).toBe('review_needs_delivery')
    expect((await upload(buyer, small, small)).json.errors.files).toEqual([
      'At most 1 picture can be uploaded at once.',
    ])
    expect((await upload(buyer, new TextEncoder().encode('<svg/>'))).json.code).toBe('picture_unreadable')
    expect((await upload(buyer, new Uint8Array(5 * 1024 * 1024 + 1))).json.code).toBe('picture_too_large')
    expect((await upload(buyer, new Uint8Array(6 * 1024 * 1024 + 1))).json.code).toBe('body_too_large')
  })

  it('belong to their uploader and to one review [B-14.8]', async () => {
    const { product, buyer } = await reviewing.bought()
    const other = await reviewing.bought({ as: buyer })
    const stranger = await reviewing.bought()
    const photo = await photoOf(buyer, 95)
    const sentence = ['A photo is no longer available. Please choose it again.']
    const refused = await reviewing.write(stranger.buyer, stranger.product.id, { photos: [photo] })
    expect([refused.status, refused.json.errors.photos]).toEqual([400, sentence])
    expect((await reviewing.mine(stranger.buyer, stranger.product.id)).review).toBeNull()
    const unknown = `${photo.slice(0, photo.lastIndexOf('/'))}/nothing`
    for (const photos of [[unknown], ['s3:products/a'], ['x']])
      expect((await reviewing.write(buyer, product.id, { photos })).json.errors.photos).toEqual(sentence)
    expect((await reviewing.write(buyer, product.id, { photos: [photo, photo] })).json.errors.photos).toEqual([
      'A photo is listed twice',
    ])
    const both = await Promise.all(
      [product.id, other.product.id].map(id => reviewing.write(buyer, id, { photos: [photo] })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('are deleted a day after they leave their review, and kept while they are shown [B-14.4] [B-14.8]', async () => {
    const { product, buyer } = await reviewing.bought()
    const [kept, dropped, unused] = [await photoOf(buyer, 101), await photoOf(buyer, 102), await photoOf(buyer, 103)]
    const { id } = (await reviewing.write(buyer, product.id, { photos: [kept, dropped] })).json
    await nextDay()
    expect(await Promise.all([kept, dropped, unused].map(isKept))).toEqual([true, true, false])
    await reviewing.change(buyer, id, { photos: [kept] })
    await nextDay()
    expect(await Promise.all([kept, dropped].map(isKept))).toEqual([true, false])
    await reviewing.withdraw(buyer, id)
    await nextDay()
    expect(await isKept(kept)).toBe(false)
  })
})
