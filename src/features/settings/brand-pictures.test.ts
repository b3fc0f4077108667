import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { testShop } from '#app/testing/shop.ts'
import { sizeIn } from '#kernel/brand/brand-picture.ts'
import { DAY_MS } from '#kernel/values/durations.ts'

const shop = await testShop()
let owner = await shop.addUser({ admin: true })

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = async (image: Sharp): Promise<Bytes> => new Uint8Array(await image.toBuffer())
const plain = (width: number, height: number, background = '#1f6feb80') =>
  sharp({ create: { width, height, channels: 4, background } })

function upload(name: string, bytes: Bytes, as = owner) {
  const body = new FormData()
  body.append('files', new File([bytes], name))
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return shop.call('/api/admin/settings/images', { as, body, headers, method: 'POST' })
}
const patch = (brand: object) =>
  shop.call('/api/admin/settings', { as: owner, method: 'PATCH', json: { settings: { brand } } })
const fileOf = async (address: string) => (await shop.services.storage.get(address.replace('/files/', '')))!

it('a logo is stored as its pixels: PNG, small WebP and PNG on white, under the hash of its content [B-1.26]', async () => {
  const original = await bytesOf(
    plain(2048, 512)
      .withExif({ IFD0: { Copyright: 'a designer' } })
      .png(),
  )
  const { status, json, text } = await upload('logo.png', original)
  expect(status, text).toBe(200)
  const [{ image, src, width, height }] = json.images
  expect(image).toMatch(/^\/files\/brand\/[\w-]{24}-1024x256\.png$/)
  expect([src, width, height, sizeIn(image)]).toEqual([image, 1024, 256, { width: 1024, height: 256 }])
  const whole = await sharp((await fileOf(image)).body).metadata()
  expect([whole.format, whole.width, whole.hasAlpha, whole.exif]).toEqual(['png', 1024, true, undefined])
  const small = await sharp((await fileOf(image.replace('.png', '.webp'))).body).metadata()
  expect([small.format, small.height, small.hasAlpha]).toEqual(['webp', 96, true])
  const paper = await sharp((await fileOf(image.replace('.png', '-paper.png'))).body).metadata()
  expect([paper.format, paper.hasAlpha]).toEqual(['png', false])
  const served = await shop.call(image)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('cache-control')).toContain('immutable')
  expect((await upload('renamed.png', original)).json.images[0].image).toBe(image)
  expect((await upload('logo.webp', await bytesOf(plain(64, 64).webp()))).status).toBe(200)
})

it('a file that is no still PNG or WebP within the bounds is refused with its reason [B-1.26]', async () => {
  const svg = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
  )
  const frames = await Promise.all(['#f00', '#0f0'].map(colour => plain(64, 64, colour).png().toBuffer()))
  const animated = await bytesOf(sharp(frames, { join: { animated: true } }).webp())
  const noise = sharp({
    create: { width: 400, height: 400, channels: 3, background: '#000', noise: { type: 'gaussian', sigma: 40 } },
  })
  const cases: [string, Bytes, number, string, string][] = [
    [
      'logo.svg',
      svg,
      415,
      'picture_kind',
      'logo.svg is not a PNG or WebP picture. Export an SVG or another file as PNG.',
    ],
    ['named.png', svg, 415, 'picture_kind', 'named.png is not a PNG'],
    ['photo.jpg', await bytesOf(plain(99, 99).jpeg()), 415, 'picture_kind', 'photo.jpg is not a PNG'],
    ['cut.png', (await bytesOf(noise.png())).slice(0, 5000), 415, 'picture_unreadable', 'cut.png is not a picture'],
    ['moving.webp', animated, 415, 'picture_animated', 'moving.webp is animated.'],
    ['tiny.png', await bytesOf(plain(900, 20).png()), 422, 'picture_too_small', 'a side of less than 32 pixels'],
    ['huge.png', await bytesOf(plain(7000, 6000).png()), 422, 'picture_too_many_pixels', 'more than 40 megapixels'],
    ['fifty.png', new Uint8Array(50 * 1024 * 1024), 413, 'picture_too_large', 'fifty.png is larger than 5 MB.'],
  ]
  for (const [name, bytes, status, code, words] of cases) {
    const { json } = await upload(name, bytes)
    expect([name, json.status, json.code]).toEqual([name, status, code])
    expect(json.errors['files.0'][0]).toContain(words)
  }
})

it('the settings take uploaded pictures alone, and giving one up goes back to the name [B-1.26]', async () => {
  const { image } = (await upload('mark.png', await bytesOf(plain(512, 512).png()))).json.images[0]
  const taken = await patch({ mark: image, logoLight: image })
  expect([taken.status, taken.json.settings.brand.mark]).toEqual([200, image])
  expect((await shop.call('/api/settings')).json.brand).toMatchObject({ mark: image, logoDark: null })
  const invented = `/files/brand/${'A'.repeat(24)}-512x512.png`
  const refused = await patch({ logoDark: invented })
  expect([refused.status, refused.json.errors]).toEqual([
    400,
    { 'settings.brand.logoDark': ['Please upload this picture again.'] },
  ])
  for (const mark of ['https://evil.example/a.png', '/files/products/a-9x9.png', '/files/brand/../a-9x9.png', '', 7])
    expect((await patch({ mark })).json.errors, String(mark)).toEqual({
      'settings.brand.mark': ['A picture is an address that an upload answered, or null'],
    })
  expect((await patch({ mark: null, logoLight: null })).json.settings.brand).toMatchObject({
    mark: null,
    logoLight: null,
  })
})

it('an upload that no setting took is removed after a day, and one that was taken stays for the e-mails that show it [B-1.26]', async () => {
  const [left, used] = await Promise.all(
    ['#111', '#222'].map(
      async colour => (await upload('a.png', await bytesOf(plain(64, 64, colour).png()))).json.images[0].image,
    ),
  )
  await patch({ mark: used })
  await patch({ mark: null })
  shop.clock.advance(DAY_MS + 1000)
  await removeUnusedPictures(shop.system)
  expect((await shop.call(left)).status).toBe(404)
  expect((await shop.call(left.replace('.png', '-paper.png'))).status).toBe(404)
  expect((await shop.call(used)).status).toBe(200)
})

it('managers cannot upload a picture of the brand [B-1.26]', async () => {
  const manager = await shop.addUser({ role: 'manager' })
  expect((await upload('a.png', await bytesOf(plain(64, 64).png()), manager)).status).toBe(403)
})

it('pages on social networks are at most eight https addresses [B-1.28]', async () => {
  owner = await shop.addUser({ admin: true })
  const social = ['https://www.instagram.com/outpost', 'https://outpost.example/@shop']
  expect((await patch({ social })).json.settings.brand.social).toEqual(social)
  for (const wrong of [
    'http://a.example',
    'javascript:alert(1)',
    'https://',
    'instagram',
    'https://a.example" onload="x',
  ])
    expect((await patch({ social: [wrong] })).json.errors, wrong).toEqual({
      'settings.brand.social.0': ['Please write addresses as https://example.com/shop'],
    })
  const nine = Array.from({ length: 9 }, (_, at) => `https://a.example/${at}`)
  expect((await patch({ social: nine })).json.errors['settings.brand.social']).toEqual(['At most 8 addresses'])
})
