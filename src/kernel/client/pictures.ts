import type { ClientResponse } from 'hono/client'
import { transport } from './browser.ts'
import { call } from './calls/call.ts'
import { randomId } from './calls/random-id.ts'
import { uploadFile } from './calls/upload.ts'

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
