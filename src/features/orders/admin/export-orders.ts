import { ApiError, networkError } from '#platform/client/api-error.ts'
import { session } from '#platform/client/browser.ts'
import { saveFile } from '#ui/save-file.ts'

const BROKEN_OFF = 'The export broke off before its end, and nothing was saved. Please try again.'

/**
 * Has the browser save the orders that match as CSV. Read piece by piece and by a `fetch` of its own: the usual way to the API
 * keeps answers, and this one may be hundreds of megabytes.
 * @param query filters, as the list is asked with.
 * @param onProgress called with the bytes that have come.
 * @throws ApiError with the sentence to show, also when it broke off half way; an AbortError when it was called off.
 */
export async function exportOrders(
  query: Record<string, string>,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await request(`/api/admin/orders/export?${new URLSearchParams(query)}`, signal)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = answer.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(error => {
      if (signal.aborted) throw error
      throw new ApiError({ status: 0, code: 'broken_off', detail: BROKEN_OFF })
    })
    if (done) break
    parts.push(value)
    bytes += value.length
    onProgress(bytes)
  }
  saveFile(fileName(answer), new Blob(parts, { type: 'text/csv' }))
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const send = (token: string | undefined) =>
    fetch(url, { signal, headers: token ? { authorization: `Bearer ${token}` } : {} }).catch(error => {
      throw signal.aborted ? error : networkError()
    })
  let answer = await send(session.current() ?? (await session.refresh()))
  if (answer.status === 401) answer = await send(await session.refresh())
  if (answer.ok && answer.body) return answer
  const problem = await answer.json().catch(() => null)
  throw new ApiError(
    problem ?? { status: answer.status, code: 'unknown', detail: `The server answered ${answer.status}.` },
  )
}

const fileName = (answer: Response) =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'redoubt-orders.csv'
