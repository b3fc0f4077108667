import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { cacheControlOf, isStorageKey, type Storage } from '#kernel/ports/storage.ts'

export type S3Options = {
  bucket: string
  region: string
  /** URL of an S3-compatible service, without a trailing slash. Default: Amazon's endpoint of the region. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** Upload timeout. Pictures are small, so a slower service counts as unreachable. */
const TIMEOUT_MS = 20_000
/** Retries, with growing pauses, of server-side failures (5xx, too many requests). */
const RETRIES = 3

/**
 * Stores files in an S3-compatible bucket, with path-style URLs, which all services support. The bucket stays private:
 * the shop serves pictures under `/files`; browsers and proxies cache them for a year.
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
        // The signature covers the hash, so that the service verifies the uploaded content.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(contentType && { 'content-type': contentType, 'cache-control': cacheControlOf(key) }),
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
      // Any caller may request any key.
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
