import type { ClientResponse } from 'hono/client'
import type { Problem } from '#platform/errors.ts'
import { ApiError } from './api-error.ts'

type Answer<R> = R extends ClientResponse<infer T, infer _Status, infer _Format> ? T : never

/**
 * Awaits a typed call and returns its JSON.
 * @throws ApiError with the sentence to show, for every response that is not 2xx or has invalid JSON.
 */
export async function call<R extends ClientResponse<unknown>>(calling: Promise<R>): Promise<Answer<R>> {
  const response = await calling
  if (response.status === 204) return undefined as Answer<R>
  const text = await response.text()
  const body = parse(text)
  if (response.ok) {
    if (body === undefined) throw unreadable(response.status)
    return body as Answer<R>
  }
  if (body && typeof body === 'object' && 'code' in body) throw new ApiError(body as Problem)
  const detail = `API ${response.status} ${response.statusText}: ${text.slice(0, 200)}`
  throw new ApiError({ status: response.status, code: 'unknown', detail })
}

/** Awaits a call for a file. @throws ApiError with the sentence to show, as `call` does. */
export async function callForFile(calling: Promise<ClientResponse<unknown>>): Promise<Blob> {
  const response = await calling
  if (!response.ok) await call(Promise.resolve(response))
  return response.blob()
}

const unreadable = (status: number) =>
  new ApiError({ status, code: 'bad_json', detail: 'Invalid JSON response from API' })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
