import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { testShop } from '#app/testing/shop.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())
const plain = (width: number, height: number, background = '#3b4a33') =>
  sharp({ create: { width, height, channels: 3, background } })

async function upload(name: string, bytes: Uint8Array) {
  const body = new FormData()
  body.append('files', new File([bytes as Uint8Array<ArrayBuffer>], name))
  const { status, json } = await shop.call('/api/products/images', { as: admin, body })
  return { status, json, key: json.images?.[0].image.slice(3) as string, image: json.images?.[0].image as string }
}
const cut = (image: string, crop: object) =>
  shop.call('/api/products/images/crop', { as: admin, json: { image, crop } })
const post = (json: object) => shop.call('/api/products', { as: admin, json })
const isKept = async (key: string) => Boolean(await shop.services.storage.get(`${key}-320.webp`))

describe('a picture', () => {
  it('an animated picture is refused with its reason [B-13.70]', async () => {
    const frames = await Promise.all(['#111111', '#eeeeee'].map(color => plain(40, 40, color).png().toBuffer()))
    const moving = await bytesOf(sharp(frames, { join: { animated: true } }).webp({ loop: 0 }))
    expect((await upload('wave.webp', moving)).json).toMatchObject({
      status: 415,
      code: 'picture_animated',
      detail: 'wave.webp is animated. Use a still picture.',
    })
  })

  it('a file that is also something else keeps only its pixels [B-13.70]', async () => {
    const picture = await bytesOf(plain(300, 300).jpeg())
    const script = new TextEncoder().encode('<script>alert(document.domain)</script>PK')
    const { status, key } = await upload('both.jpg', new Uint8Array([...picture, ...script]))
    expect(status).toBe(200)
    for (const ending of ['-source.webp', '-1200.avif', '-1200.webp', '-320.webp']) {
      const { body } = (await shop.services.storage.get(`${key}${ending}`))!
      expect(Buffer.from(body).includes('<script')).toBe(false)
    }
    const page = new Uint8Array([...new TextEncoder().encode('<html><svg onload="alert(1)"/>'), ...picture])
    expect((await upload('page.jpg', page)).json).toMatchObject({ status: 415, code: 'picture_unreadable' })
  })

  it('a picture is cropped by the server, and the original stays [B-13.28]', async () => {
    const left = await plain(1000, 1000, '#ff0000').png().toBuffer()
    const { image, key } = await upload(
      'two.png',
      await bytesOf(
        plain(2000, 1000, '#0000ff')
          .composite([{ input: left, left: 0, top: 0 }])
          .png(),
      ),
    )
    const { status, json } = await cut(image, { x: 0.5, y: 0, width: 0.5, height: 1 })
    expect(status).toBe(200)
    const [part] = json.images
    expect(part).toMatchObject({ width: 1000, height: 1000 })
    const { body } = (await shop.services.storage.get(`${part.image.slice(3)}-320.webp`))!
    const { dominant } = await sharp(body).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)
    expect(await isKept(key)).toBe(true)
    expect((await cut(image, { x: 0.5, y: 0, width: 0.5, height: 1 })).json).toEqual(json)
  })

  it('a picture is not cropped to a blur or to nothing', async () => {
    const { image } = await upload('small.png', await bytesOf(plain(200, 200).png()))
    const tiny = await cut(image, { x: 0, y: 0, width: 0.1, height: 0.1 })
    expect(tiny.json.errors.crop).toEqual(['This part is too small to be shown. Choose at least 64 pixels.'])
    expect((await cut('s3:products/nobody', { x: 0, y: 0, width: 1, height: 1 })).json.errors).toHaveProperty('image')
    expect((await cut('s3:secrets/key', { x: 0, y: 0, width: 1, height: 1 })).status).toBe(400)
    expect((await cut(image, { x: 0, y: 0, width: 2, height: 1 })).json.errors).toHaveProperty(['crop.width'])
  })
})

describe('unused pictures', () => {
  /** Makes all pictures `hours` older. The clock stays, because moving it would end sessions. */
  const age = (hours: number) =>
    sql`update picture set created_at = created_at - make_interval(secs => ${hours * 3600})`.execute(shop.services.db)
  const removeUnused = () => removeUnusedPictures(shop.system)

  it('unused pictures are deleted after a day, used ones never [B-13.27]', async () => {
    const [used, unused] = [
      await upload('u1.png', await bytesOf(plain(70, 70).png())),
      await upload('u2.png', await bytesOf(plain(71, 70).png())),
    ]
    const { json } = await post({ name: 'Pictured', price: 1, images: [used.image] })
    await age(23.9)
    await removeUnused()
    expect([await isKept(used.key), await isKept(unused.key)]).toEqual([true, true])
    await age(0.2)
    await removeUnused()
    expect([await isKept(used.key), await isKept(unused.key)]).toEqual([true, false])
    // An order may still show a picture that its product no longer shows.
    await shop.call(`/api/products/${json.id}`, { as: admin, method: 'PATCH', json: { images: [] } })
    await age(48)
    await removeUnused()
    expect(await isKept(used.key)).toBe(true)
    // A removed picture can be uploaded again.
    const again = await upload('u2.png', await bytesOf(plain(71, 70).png()))
    expect([again.key, await isKept(again.key)]).toEqual([unused.key, true])
  })

  it('a picture used and deleted concurrently is either used or deleted', async () => {
    const all = []
    for (let n = 0; n < 12; n++) all.push(await upload(`r${n}.png`, await bytesOf(plain(64 + n, 64).png())))
    await age(48)
    const [made] = await Promise.all([
      Promise.all(all.map(({ image }, n) => post({ name: `Raced ${n}`, price: 1, images: [image] }))),
      removeUnused(),
    ])
    for (const [n, { status, json }] of made.entries()) {
      if (status !== 200)
        expect(json.errors?.images, JSON.stringify(json)).toEqual(['One of these pictures was not uploaded here.'])
      expect(await isKept(all[n]!.key)).toBe(status === 200)
    }
  })

  it('an upload concurrent with its deletion is stored whole', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, (_, n) => bytesOf(plain(90 + n, 64).png())))
    for (const [n, bytes] of files.entries()) await upload(`w${n}.png`, bytes)
    await age(48)
    const [again] = await Promise.all([
      Promise.all(files.map((bytes, n) => upload(`w${n}.png`, bytes))),
      removeUnused(),
    ])
    for (const { image, key } of again) {
      expect(await isKept(key)).toBe(true)
      expect((await post({ name: 'Whole', price: 1, images: [image] })).status).toBe(200)
    }
  })
})
