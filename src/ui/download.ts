import { ApiError, networkError } from '#platform/client/api-error.ts'
import { session } from '#platform/client/browser.ts'
import { saveFile } from './save-file.ts'

const BROKEN_OFF = 'The export broke off before its end, and nothing was saved. Please try again.'

type Download = {
  /** Of the API, with its query: `/api/admin/orders/export?…`. */
  path: string
  /** The file's name where the answer gives none. */
  name: string
  /** The media type that is awaited, such as `text/csv`. */
  type: string
  /** Said when something else comes. */
  invalid: string
  /** Called with the bytes that have come. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Has the browser save what a private route answers as a file. Read piece by piece and by a `fetch` of its own: the usual way to the
 * API keeps answers, and this one may be hundreds of megabytes.
 * @throws ApiError with the sentence to show, also when it broke off half way; an AbortError when it was called off.
 */
export async function download({ path, name, type, invalid, onProgress, signal }: Download): Promise<void> {
  const answer = await request(path, signal)
  if (!answer.headers.get('content-type')?.startsWith(type))
    throw new ApiError({ status: answer.status, code: 'bad_export', detail: invalid })
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
  saveFile(nameOf(answer) ?? name, new Blob(parts, { type }))
}

async function request(path: string, signal: AbortSignal): Promise<Response> {
  const send = (token: string | undefined) =>
    fetch(path, { signal, headers: token ? { authorization: `Bearer ${token}` } : {} }).catch(error => {
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

const nameOf = (answer: Response) => /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
