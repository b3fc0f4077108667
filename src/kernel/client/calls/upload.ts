import type { Problem } from '#platform/errors.ts'
import { session } from '../browser.ts'
import { ApiError, networkError } from './api-error.ts'

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
