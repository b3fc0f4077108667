import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { firstOf } from '#app/testing/suites/again.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const post = (json: unknown) => shop.call('/api/products', { as: admin, json })

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

/**
 * A small PNG or JPEG whose header says this size. What is refused by its header is read no further, and encoding such sizes took a third of
 * this file's processor time.
 */
async function bytesSaying(width: number, height: number, image: Sharp) {
  const bytes = await image.toBuffer()
  if (bytes.subarray(1, 4).equals(Buffer.from('PNG'))) {
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    // The check sum of the chunk IHDR, its name included.
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  } else {
    const frame = [0xc0, 0xc2].map(mark => bytes.indexOf(Buffer.from([0xff, mark, 0, 17]))).find(at => at > 0)!
    bytes.writeUInt16BE(height, frame + 5)
    bytes.writeUInt16BE(width, frame + 7)
  }
  expect(await sharp(bytes, { limitInputPixels: false }).metadata()).toMatchObject({ width, height })
  return new Uint8Array(bytes)
}

describe('an upload', () => {
  it('an upload is encoded in every width, turned upright, without its metadata [B-1.16] [B-3.21] [B-5.28] [B-7.25]', async () => {
    const original = await bytesOf(
      noise(1120, 700)
        .withMetadata({ orientation: 6 })
        .withExif({ IFD0: { Copyright: 'somebody' } })
        .jpeg(),
    )
    const { status, json } = await upload(['photo.jpg', original])
    expect(status).toBe(200)
    const [picture] = json.images
    expect(picture).toMatchObject({ width: 700, height: 1120 })
    expect(picture.image).toMatch(/^s3:products\/[\w-]{24}$/)
    for (const width of [320, 640, 1200]) {
      for (const [ending, format] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
      ]) {
        const key = `${picture.image.slice(3)}-${width}.${ending}`
        const metadata = await sharp((await shop.services.storage.get(key))!.body).metadata()
        expect([metadata.format, metadata.width, metadata.exif]).toEqual([format, Math.min(width, 700), undefined])
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

  it('a file that is no picture is refused with its reason [B-13.69]', async () => {
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

  it('a picture that is too large, in bytes or in pixels, is refused [B-9.25] [B-13.70]', async () => {
    const large = await upload(['large.png', new Uint8Array(5 * 1024 * 1024 + 1)])
    expect(large.json).toMatchObject({ status: 413, code: 'picture_too_large' })
    const largest = await upload(['largest.png', new Uint8Array(5 * 1024 * 1024)])
    expect(largest.json.code, 'refused as no picture, not for its size').not.toBe('picture_too_large')
    const bomb = await bytesSaying(7000, 7000, noise(9, 9).png())
    expect(bomb.length).toBeLessThan(500_000)
    expect((await upload(['bomb.png', bomb])).json).toMatchObject({ status: 422, code: 'picture_too_many_pixels' })
  })

  it('a picture that unpacks to more than the bounds is refused by its header, and photos of phones are taken [B-13.70]', async () => {
    const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
      sharp({ create: { width, height, channels, background: '#3b4a33' }, limitInputPixels: false })
    const refused = {
      'deep.png': () => bytesSaying(7300, 5479, plain(9, 9).toColourspace('rgb16').png()),
      'deep-alpha.png': () => bytesSaying(5000, 4500, plain(9, 9, 4).toColourspace('rgb16').png()),
      'interlaced.png': () => bytesSaying(7300, 5479, plain(9, 9).png({ progressive: true })),
      'progressive.jpg': () => bytesSaying(8160, 6144, plain(9, 9).jpeg({ progressive: true })),
      'still.avif': () => bytesOf(plain(4032, 3024).avif({ effort: 0 })),
    }
    for (const [name, picture] of firstOf(Object.entries(refused), 2)) {
      const { status, json } = await upload([name, await picture()])
      expect([name, status, json.code]).toEqual([name, 422, 'picture_too_heavy'])
      expect(json.errors['files.0']).toEqual([
        `${name} is too large to open. Save it as an ordinary JPEG, then try again.`,
      ])
    }
    const taken = {
      'phone.jpg': plain(8160, 6144).jpeg(),
      'progressive-phone.jpg': plain(4032, 3024).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
      'deep-phone.png': plain(4032, 3024).toColourspace('rgb16').png(),
      'small.avif': plain(2400, 1800).avif({ effort: 0 }),
    }
    for (const [name, picture] of firstOf(Object.entries(taken)))
      expect([name, (await upload([name, await bytesOf(picture)])).status]).toEqual([name, 200])
    const many = await upload(['many.jpg', await bytesSaying(9000, 6000, plain(9, 9).jpeg())])
    expect(many.json.errors['files.0']).toEqual(['many.jpg has more than 52 megapixels.'])
  })

  it('a narrow picture is accepted', async () => {
    const thin = sharp({ create: { width: 1, height: 20_000, channels: 3, background: '#000' } })
    expect((await upload(['thin.png', await bytesOf(thin.png())])).json.images[0].width).toBe(1)
  })

  it('an upload requires files under the right name', async () => {
    expect((await upload()).json.errors).toEqual({ files: ['Please choose a picture.'] })
    const body = new FormData()
    body.append('picture', new File(['x'], 'x.png'))
    expect((await shop.call('/api/products/images', { as: admin, body })).json.errors).toHaveProperty('picture')
  })
})

describe('pictures by their key', () => {
  it('pictures are public under products/, giveaways/ and reviews/ only [B-7.25] [B-9.25] [B-12.160]', async () => {
    const secret = [
      'secrets/a',
      'products/../secrets/a',
      '/etc/passwd',
      'products/',
      'exports/users.csv',
      'productsx/a',
      '',
    ]
    for (const key of [...secret, 's3:secrets/a', 'products', 's3:', 's3:s3:products/a', 'products/a?b', 'products//a'])
      expect([key, (await shop.call(`/api/images/public?key=${encodeURIComponent(key)}`)).status]).toEqual([key, 404])
    expect((await shop.call('/api/images/public')).status).toBe(400)
    expect((await shop.call('/api/images/public?key=giveaways/cooler')).json).toEqual({
      url: '/files/giveaways/cooler-640.webp',
    })
    expect((await shop.call('/api/images/public?key=s3:products/old.jpg')).json).toEqual({
      url: '/files/products/old.jpg',
    })
  })
})
