import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { isStorageKey, type Storage } from './port.ts'

export type S3Options = {
  bucket: string
  region: string
  /** Of a service that is compatible, without a slash at its end; left out, Amazon's own of the region. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** A picture is small; whoever takes longer than this is away. */
const TIMEOUT_MS = 20_000
/** Of what fails on their side (5xx, too many requests), with growing pauses. */
const RETRIES = 3
/** Keys are made from content, so what stands under one never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Files in a bucket of S3 or what speaks its language, addressed by path, which all of them understand. The bucket stays private:
 * pictures are shown by the shop, under `/files`, and kept by browsers and whatever stands between for a year.
 */
export function createS3Storage({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Options): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  const root = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`

  async function send(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array, contentType?: string) {
    if (!isStorageKey(key)) throw new Error('This is no storage key.')
    const answer = await client.fetch(`${root}/${key}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A redirect would send the signed request to another host.
      redirect: 'error',
      headers: {
        // Signed with the rest, so that what arrives is what was sent.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(contentType && { 'content-type': contentType, 'cache-control': IMMUTABLE }),
      },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer
    throw new Error(`The object storage answered ${answer.status} to ${method}: ${(await answer.text()).slice(0, 300)}`)
  }

  return {
    async put(key, body, contentType) {
      await (await send('PUT', key, body, contentType)).arrayBuffer()
    },
    async get(key) {
      // Anybody may ask for anything.
      if (!isStorageKey(key)) return undefined
      const answer = await send('GET', key)
      const body = new Uint8Array(await answer.arrayBuffer())
      if (answer.status === 404) return undefined
      return { body, contentType: answer.headers.get('content-type') ?? 'application/octet-stream' }
    },
    async remove(key) {
      await (await send('DELETE', key)).arrayBuffer()
    },
    publicUrl: key => `/files/${key}`,
  }
}
