import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

type Flooding = {
  origin: string
  /** The one client of a flood: its network, and the token of a shopper with delivered orders. */
  token: string
  orderId: string
  productId: string
}
export type Flood = { name: string; width: number; send: (n: number) => Promise<Response> }

const ATTACKER = '203.0.113.9'
const MEGAPIXELS_40 = { width: 7300, height: 5479 }

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
export async function floodsOf({ origin, token, orderId, productId }: Flooding): Promise<Flood[]> {
  const [deep, twelve] = await Promise.all([deepPicture(), photo()])
  const from = { 'x-forwarded-for': ATTACKER, origin }
  const asShopper = { ...from, authorization: `Bearer ${token}` }
  const get = (path: string, headers: Record<string, string> = from) => fetch(origin + path, { headers })
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', body, headers: { ...from, 'content-type': 'application/json', ...headers } })
  const upload = (bytes: Buffer) => {
    const body = new FormData()
    // A picture that is known is not decoded again.
    body.append('files', new File([new Uint8Array(bytes), new Uint8Array(randomBytes(16))], 'photo.png'))
    return fetch(`${origin}/api/my/review-pictures`, { method: 'POST', body, headers: asShopper })
  }
  const quote = JSON.stringify({ items: [{ productId, quantity: 1 }] })
  const hook = JSON.stringify({ data: 'x'.repeat(1_000_000) })
  const word = () => randomBytes(4).toString('hex')
  const floods: Flood[] = [
    { name: 'photos of 12 MP', width: 8, send: () => upload(twelve) },
    { name: 'pictures of 40 MP at 16 bit', width: 8, send: () => upload(deep) },
    { name: 'description of the API', width: 24, send: n => get(n % 2 ? '/api/docs' : '/api/openapi.json') },
    {
      name: 'sign-ins',
      width: 16,
      send: n => post('/api/auth/login', JSON.stringify({ email: `none-${n}@example.com`, password: `Wrong-${n}!` })),
    },
    { name: 'searches', width: 16, send: n => get(`/api/${n % 2 ? 'search' : 'products'}?q=${word()}%20vest`) },
    { name: 'pages not in memory', width: 16, send: () => get(`/store?q=${word()}`) },
    { name: 'receipts as PDF', width: 8, send: () => get(`/api/orders/${orderId}/receipt.pdf`, asShopper) },
    { name: 'exports of an account', width: 8, send: () => get('/api/my/export', asShopper) },
    {
      name: 'webhooks of 1 MB, forged',
      width: 8,
      send: () => post('/api/webhooks/stripe', hook, { 'stripe-signature': 't=1,v1=00' }),
    },
    {
      name: 'quotes under keys',
      width: 16,
      send: n => post('/api/payments/quote', quote, { 'idempotency-key': `${n} ${word()}` }),
    },
  ]
  const all: Flood = { name: 'all of them', width: 24, send: n => floods[n % floods.length]!.send(n) }
  return [...floods, all]
}
