import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { brandVersionOf } from '#kernel/brand/brand-version.server.ts'
import { createShop } from '../../services/services.server.ts'
import { testShop } from '../../testing/shop.ts'
import { createWeb } from '../../web.server.ts'
import { BRAND_PICTURES } from './brand-pictures.server.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true })
const versionNow = () => brandVersionOf(shop.services.settings.brand)
const ask = (path: string, headers = {}) => shop.web.app.request(path, { headers })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

async function upload(picture: Buffer): Promise<string> {
  const body = new FormData()
  body.append('files', new File([new Uint8Array(picture)], 'mark.png'))
  const { json } = await shop.call('/api/admin/settings/images', { as: owner, method: 'POST', body })
  return json.images[0].image
}

/** A disc on nothing. */
async function disc(colour: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle cx="256" cy="256" r="256" fill="${colour}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function pixel(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

/** The PNG files in a favicon. */
function filesIn(ico: Buffer): Buffer[] {
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
  return Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
    const entry = 6 + 16 * at
    const offset = ico.readUInt32LE(entry + 12)
    return ico.subarray(offset, offset + ico.readUInt32LE(entry + 8))
  })
}

it('the shipped brand has its pictures as files, and none is drawn [B-1.27]', async () => {
  expect((await ask('/icons/icon-192.png')).status).toBe(404)
})

const LETTERS = [
  { shortName: 'Northline', name: 'Northline Outfitters' },
  { shortName: 'Ö & Co', name: `O'Neill & "Söhne" <b>` },
  { shortName: '山田 🏕️', name: '🏕️🏕️' },
  { shortName: 'العربية', name: 'x'.repeat(60) },
]

it.each(LETTERS)('icons of %s without a mark are letters on the accent, in every size [B-1.27]', async names => {
  await shop.changeSettings({ brand: { ...names, tagline: '', accent: '#1f6feb', mark: null, orderPrefix: 'NL' } })
  for (const [path, drawing] of Object.entries(BRAND_PICTURES)) {
    const answer = await ask(`${path}?v=${versionNow()}`)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ])
    const body = await bytesOf(answer)
    if (drawing.kind === 'favicon') {
      const sizes = await Promise.all(filesIn(body).map(async file => (await sharp(file).metadata()).width))
      expect([answer.headers.get('content-type'), sizes]).toEqual(['image/x-icon', [16, 32, 48]])
      continue
    }
    const { width, height, format } = await sharp(body).metadata()
    const { width: w, height: h } = 'size' in drawing ? { width: drawing.size, height: drawing.size } : drawing
    expect([path, width, height]).toEqual([path, w, h])
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    // More than a ground.
    const { entropy } = await sharp(await sharp(body).flatten({ background: '#000' }).png().toBuffer()).stats()
    expect(entropy, path).toBeGreaterThan(0.05)
  }
})

it('signs that the fonts lack are left out of a drawing, and no box stands for them [B-1.27]', async () => {
  const drawn = async (names: { name: string; shortName: string; tagline: string }) => {
    await shop.changeSettings({ brand: { ...names, mark: null, orderPrefix: 'NL' } })
    const paths = ['/og.jpg', '/icons/icon-512.png', '/logo-plate.svg']
    return Promise.all(paths.map(async path => (await bytesOf(await ask(path))).toString('base64')))
  }
  const known = await drawn({ name: 'Ölberg Söhne', shortName: 'Ölberg', tagline: 'Seit 1990' })
  expect(await drawn({ name: '山 Ölberg🏕️ Söhne و', shortName: '🏕️ Ölberg', tagline: 'Seit 山 1990 👩‍👧' })).toEqual(
    known,
  )
  const nothing = await drawn({ name: '山田', shortName: '🏕️🏕️', tagline: '' })
  expect(nothing[1]).toBe((await drawn({ name: 'NL', shortName: 'N L', tagline: '' }))[1])
})

it('a maskable icon keeps its mark within the safe circle, on a ground where it is seen [B-1.27]', async () => {
  const mark = await upload(await disc('#1f6feb'))
  await shop.changeSettings({ brand: { accent: '#1f6feb', mark } })
  const icon = await bytesOf(await ask('/icons/maskable-512.png'))
  const centre = await pixel(icon, 256, 256)
  expect(centre).toEqual([31, 111, 235, 255])
  // The accent is the mark's colour, so the ground is another one.
  const ground = await pixel(icon, 2, 2)
  expect(ground).toEqual([255, 255, 255, 255])
  for (const turn of Array.from({ length: 64 }, (_, at) => (at * Math.PI) / 32)) {
    const [x, y] = [256 + Math.cos(turn) * 205, 256 + Math.sin(turn) * 205].map(Math.round) as [number, number]
    expect(await pixel(icon, x, y)).toEqual(ground)
  }
  const touch = await bytesOf(await ask('/icons/apple-touch-icon.png'))
  expect((await pixel(touch, 0, 0))[3]).toBe(255)
  const plain = await bytesOf(await ask('/icons/icon-512.png'))
  expect((await pixel(plain, 0, 0))[3]).toBe(0)
  const badge = await bytesOf(await ask('/icons/badge-96.png'))
  expect([await pixel(badge, 48, 48), (await pixel(badge, 0, 0))[3]]).toEqual([[255, 255, 255, 255], 0])
})

it('an address of another version is asked again, and one that is known answers 304 [B-1.27]', async () => {
  const old = await ask('/icons/icon-192.png?v=old')
  expect(old.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const etag = old.headers.get('etag')!
  expect((await ask('/icons/icon-192.png', { 'if-none-match': etag })).status).toBe(304)
  await shop.changeSettings({ brand: { name: 'Another' } })
  expect((await ask('/icons/icon-192.png', { 'if-none-match': etag })).status).toBe(200)
})

it('many requests at once draw a picture once [B-1.27]', async () => {
  await shop.changeSettings({ brand: { tagline: 'Once.' } })
  const drawing = vi.spyOn(shop.services.pictures, 'runTask')
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/og.jpg')))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(drawing).toHaveBeenCalledTimes(1)
  drawing.mockRestore()
})

it('a drawing during which the process of pictures is killed is made by the next process [B-1.27]', async () => {
  await ask('/og.jpg')
  await shop.changeSettings({ brand: { tagline: 'Killed.' } })
  const pid = shop.pictures.pid()!
  process.kill(pid, 'SIGSTOP')
  const answer = ask('/og.jpg')
  await expect.poll(() => shop.services.costly.pictures.counts().running).toBe(1)
  process.kill(pid, 'SIGKILL')
  expect((await answer).status).toBe(200)
  expect(shop.pictures.pid()).not.toBe(pid)
})

it('a change of the brand reaches the pictures of another process by its signal [B-1.27]', async () => {
  const second = createShop(shop.env, {
    databaseUrl: shop.database.url,
    origin: shop.services.origin,
    fetch,
    log: shop.services.log,
  })
  // The second process never looks by itself, so what it learns came by a signal.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  await second.start().finally(() => vi.useRealTimers())
  try {
    const { app } = createWeb(second)
    const there = async () => (await app.request('/og.jpg')).headers.get('etag')
    const before = await there()
    expect(before).toBe((await ask('/og.jpg')).headers.get('etag'))
    await shop.changeSettings({ brand: { name: 'A New Name' } })
    await expect.poll(there, { interval: 20 }).toBe((await ask('/og.jpg')).headers.get('etag'))
    expect(await there()).not.toBe(before)
  } finally {
    await second.stop()
  }
})
