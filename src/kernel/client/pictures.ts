import type { ClientResponse } from 'hono/client'
import type { Problem } from '#platform/errors.ts'
import { session, transport } from './browser.ts'
import { ApiError, networkError } from './calls/api-error.ts'
import { call } from './calls/call.ts'
import { randomId } from './calls/idempotency-key.ts'

/** An uploaded picture: the reference to store in a product or giveaway, and the address for showing it at once. */
export type UploadedPicture = { image: string; src: string }
type Answer = { images: UploadedPicture[] }

/** A part of a picture, as fractions of its width and height: 0 to 1. */
export type Crop = { x: number; y: number; width: number; height: number }

/**
 * Sends one picture to an upload route.
 * @param path `/api/products/images`
 * @throws ApiError with the sentence to show
 */
export async function uploadPicture(
  path: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<UploadedPicture> {
  const { images } = await uploadFile<Answer>(path, file, onProgress)
  return images[0]!
}

/**
 * Crops an uploaded picture on the server. The crop is a new picture; the original stays.
 * @param path the upload route.
 * @throws ApiError with the sentence to show
 */
export async function cropPicture(path: string, image: string, crop: Crop): Promise<UploadedPicture> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomId() }
  const body = JSON.stringify({ image, crop })
  const calling = transport(`${path}/crop`, { method: 'POST', headers, body }) as Promise<ClientResponse<Answer>>
  const { images } = await call(calling)
  return images[0]!
}

/** MIME types that the upload routes accept, for the browser's file picker. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * Sends one file to an upload route as the signed-in user. Uses XMLHttpRequest because `fetch` reports no upload progress.
 * @param path `/api/products/images`; the form field is `files`.
 * @param onProgress receives the sent fraction, 0 to 1.
 * @throws ApiError with the sentence to show
 */
export async function uploadFile<T>(path: string, file: File, onProgress: (share: number) => void): Promise<T> {
  const token = session.current() ?? (await session.refresh())
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(networkError())
    request.onload = () => {
      if (request.status === 200 && request.response) resolve(request.response as T)
      else reject(new ApiError(problemOf(request)))
    }
    const body = new FormData()
    body.append('files', file)
    request.send(body)
  })
}

const problemOf = ({ status, response }: XMLHttpRequest) =>
  (response as Problem | null) ?? { status, code: 'unknown', detail: 'An error occurred. Please try again.' }
