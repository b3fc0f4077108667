import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createS3Storage } from './s3.server.ts'

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }
const files = new Map<string, { body: Buffer; type: string }>()
/** Responses to send before the usual ones. */
const faults: number[] = []
/** Target of the next redirect, if any. */
let redirect: string | undefined
let address: string

/** A minimal S3: it recomputes the signature with the known secret and compares. */
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
  if (redirect) return response.writeHead(307, { location: redirect }).end()
  const fault = faults.shift()
  if (fault) return response.writeHead(fault).end('<Code>SlowDown</Code>')
  if (!(await isSigned(request, body))) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
  const name = request.url!
  if (request.method === 'PUT') files.set(name, { body, type: request.headers['content-type']! })
  if (request.method === 'DELETE') files.delete(name)
  const file = files.get(name)
  if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
  if (!file) return response.writeHead(404).end('<Code>NoSuchKey</Code>')
  return response.writeHead(200, { 'content-type': file.type }).end(file.body)
})

async function isSigned(request: IncomingMessage, body: Buffer): Promise<boolean> {
  const sum = createHash('sha256').update(body).digest('hex')
  if (request.headers['x-amz-content-sha256'] !== sum) return false
  const signed = new AwsV4Signer({
    ...KEYS,
    service: 's3',
    region: 'eu-north-1',
    method: request.method!,
    url: `${address}${request.url}`,
    datetime: request.headers['x-amz-date'] as string,
    headers: {
      'x-amz-content-sha256': sum,
      ...(request.headers['cache-control'] && { 'cache-control': request.headers['cache-control'] }),
    },
  })
  return (await signed.authHeader()) === request.headers.authorization
}

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const storage = (secretAccessKey = KEYS.secretAccessKey) =>
  createS3Storage({ ...KEYS, secretAccessKey, bucket: 'pictures', region: 'eu-north-1', endpoint: address })
const bytes = new Uint8Array([0, 1, 254, 255])

it('returns a stored file with its type until it is removed [B-1.16] [B-12.160]', async () => {
  await storage().put('products/a_B-1-640.avif', bytes, 'image/avif')
  expect([...files.keys()]).toEqual(['/pictures/products/a_B-1-640.avif'])
  expect(await storage().get('products/a_B-1-640.avif')).toEqual({ body: bytes, contentType: 'image/avif' })
  expect(storage().publicUrl('products/a')).toBe('/files/products/a')
  await storage().remove('products/a_B-1-640.avif')
  await storage().remove('products/a_B-1-640.avif')
  expect(await storage().get('products/a_B-1-640.avif')).toBeUndefined()
})

it('is refused with another secret, and says so', async () => {
  const stranger = storage('another')
  await expect(stranger.put('products/b', bytes, 'image/webp')).rejects.toThrow(
    'The object storage answered 403 to PUT',
  )
  await expect(stranger.get('products/b')).rejects.toThrow('SignatureDoesNotMatch')
})

it('tries again after faults of the service, and stops after repeated ones', async () => {
  faults.push(503, 500)
  await storage().put('products/c', bytes, 'image/webp')
  expect((await storage().get('products/c'))?.body).toEqual(bytes)
  faults.push(503, 503, 503, 503)
  await expect(storage().get('products/c')).rejects.toThrow('answered 503')
})

it('sends no request for an invalid key', async () => {
  for (const key of ['../secret', 'products/../private', 'a//b', 'a?versionId=1', '']) {
    expect(await storage().get(key)).toBeUndefined()
    await expect(storage().put(key, bytes, 'text/plain')).rejects.toThrow('no storage key')
  }
})

it('follows no redirect, which would send a signed request to another host', async () => {
  const visits: string[] = []
  const elsewhere = createServer((request, response) => {
    visits.push(request.url!)
    response.writeHead(200, { 'content-type': 'image/avif' }).end('x')
  })
  await new Promise<void>(done => elsewhere.listen(0, '127.0.0.1', done))
  redirect = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/taken`
  await expect(storage().get('products/a_B-1-640.avif')).rejects.toThrow()
  redirect = undefined
  elsewhere.close()
  expect(visits).toEqual([])
})
