import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export type Flooding = {
  origin: string
  /** The one client of a flood: its network, and the token of a shopper with delivered orders. */
  token: string
  /** Buyers whose pictures the last flood sends, so that it has pictures left at any time. */
  buyers: string[]
  orderId: string
  productId: string
}
export type Call = { method?: string; path: string; headers: Record<string, string>; body?: Buffer[] }
export type Flood = { name: string; width: number; callOf: (n: number) => Call }

const ATTACKER = '203.0.113.9'
const MEGAPIXELS_40 = { width: 7300, height: 5479 }
const BOUNDARY = 'flood'
/** Pictures of a client in an hour, by the route's limit. */
const PICTURES = 40

/** 40 megapixels at 16 bit with alpha in less than 500 KB. */
const deepPicture = (): Promise<Buffer> =>
  sharp({ create: { ...MEGAPIXELS_40, channels: 4, background: '#3b4a33' } })
    .toColourspace('rgb16')
    .png({ compressionLevel: 9 })
    .toBuffer()

/** A photo of 12 megapixels as a phone takes it. */
const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 4032, height: 3024, channels: 3, background: '#3b4a33' },
      noise: { type: 'gaussian', mean: 90, sigma: 9 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()

/** The floods of one client: each sends `width` calls at a time and takes no notice of refusals. */
export async function floodsOf({ origin, token, buyers, orderId, productId }: Flooding): Promise<Flood[]> {
  const [deep, twelve] = await Promise.all([deepPicture(), photo()])
  const from = { 'x-forwarded-for': ATTACKER, origin }
  const asShopper = { ...from, authorization: `Bearer ${token}` }
  const get = (path: string, headers: Record<string, string> = from): Call => ({ path, headers })
  const post = (path: string, body: Buffer, headers: Record<string, string> = {}): Call => ({
    ...{ method: 'POST', path, body: [body] },
    headers: { ...from, 'content-type': 'application/json', ...headers },
  })
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="photo.png"\r\ncontent-type: image/png\r\n\r\n`,
  )
  const upload = (bytes: Buffer, headers = asShopper): Call => ({
    ...{ method: 'POST', path: '/api/my/review-pictures' },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    // A picture that is known is not decoded again.
    body: [head, bytes, randomBytes(16), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)],
  })
  const quote = json({ items: [{ productId, quantity: 1 }] })
  const hook = json({ data: 'x'.repeat(1_000_000) })
  const word = () => randomBytes(4).toString('hex')
  const floods: Flood[] = [
    { name: 'photos of 12 MP', width: 8, callOf: () => upload(twelve) },
    { name: 'pictures of 40 MP at 16 bit', width: 8, callOf: () => upload(deep) },
    { name: 'description of the API', width: 24, callOf: n => get(n % 2 ? '/api/docs' : '/api/openapi.json') },
    {
      name: 'sign-ins',
      width: 16,
      callOf: n => post('/api/auth/login', json({ email: `none-${n}@example.com`, password: `Wrong-${n}!` })),
    },
    { name: 'searches', width: 16, callOf: n => get(`/api/${n % 2 ? 'search' : 'products'}?q=${word()}%20vest`) },
    { name: 'pages not in memory', width: 16, callOf: () => get(`/store?q=${word()}`) },
    { name: 'receipts as PDF', width: 8, callOf: () => get(`/api/orders/${orderId}/receipt.pdf`, asShopper) },
    { name: 'exports of an account', width: 8, callOf: () => get('/api/my/export', asShopper) },
    {
      name: 'webhooks of 1 MB, forged',
      width: 8,
      callOf: () =>
        post('/api/webhooks/stripe', hook, {
          'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
        }),
    },
    {
      name: 'quotes under keys',
      width: 16,
      callOf: n => post('/api/payments/quote', quote, { 'idempotency-key': `${n} ${word()}` }),
    },
  ]
  let sent = 0
  const asBuyer = () => ({ ...from, authorization: `Bearer ${buyers[Math.floor(sent++ / PICTURES) % buyers.length]}` })
  const pictures = [twelve, deep].map(bytes => () => upload(bytes, asBuyer()))
  const calls = floods.map(({ callOf }, at) => pictures[at] ?? callOf)
  const all: Flood = { name: 'all of them', width: 24, callOf: n => calls[n % calls.length]!(n) }
  return [...floods, all]
}
