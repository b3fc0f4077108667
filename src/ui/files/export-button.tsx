import { useEffect, useRef, useState } from 'react'
import { session } from '#kernel/client/browser.ts'
import { ApiError, networkError } from '#kernel/client/calls/api-error.ts'
import { Button } from '../buttons/button.tsx'
import { toast } from '../feedback/toast.ts'
import { FormError } from '../forms/form-error.tsx'
import { saveFile } from './save-file.ts'

type Running = { bytes: number; abort: AbortController }

type ExportButtonProps = {
  /** Button text: "Export CSV". */
  children: string
  /** Toast after the file is saved: "Orders were exported". */
  done: string
  /** Fetches and saves the file (`download` of this folder). `signal` cancels the export. */
  work: (onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<void>
}

/** Saves a list as a file. Shows the received megabytes while running, and can be stopped. */
export function ExportButton({ children, done, work }: ExportButtonProps) {
  const [running, setRunning] = useState<Running | null>(null)
  const [problem, setProblem] = useState<string>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function start() {
    const abort = new AbortController()
    current.current = abort
    setProblem(undefined)
    setRunning({ bytes: 0, abort })
    try {
      await work(bytes => setRunning({ bytes, abort }), abort.signal)
      toast.success(done)
    } catch (error) {
      // A failed export shows its reason. A cancelled export, and a cancelled sign-in confirmation (empty message), show nothing.
      const { message } = error as Error
      if (!abort.signal.aborted && message) setProblem(`Export failed: ${message}`)
    } finally {
      setRunning(null)
    }
  }

  return (
    <>
      {running ? (
        <Button variant="secondary" size="sm" icon="close" onClick={() => running.abort.abort()}>
          Stop export <span className="text-muted tabular-nums">{(running.bytes / 1_000_000).toFixed(1)} MB</span>
        </Button>
      ) : (
        <Button variant="secondary" size="sm" icon="download" onClick={() => void start()}>
          {children}
        </Button>
      )}
      {problem && (
        <div className="basis-full">
          <FormError>{problem}</FormError>
        </div>
      )}
    </>
  )
}

const NOT_A_FILE = 'Invalid response from export endpoint'
const BROKEN_OFF = 'The export broke off before its end, and nothing was saved. Please try again.'

type Download = {
  /** API path with its query: `/api/admin/orders/export?…`. */
  path: string
  /** File name if the response gives none. */
  name: string
  /** Receives the number of bytes so far. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Saves the CSV of a private route as a file. Streams by a separate `fetch`, because the transport retries and a file may have hundreds of
 * megabytes.
 * @throws ApiError with the sentence to show, also for a download that breaks off; an AbortError after cancellation.
 */
export async function download({ path, name, onProgress, signal }: Download): Promise<void> {
  const answer = await request(path, signal)
  if (!answer.headers.get('content-type')?.startsWith('text/csv'))
    throw new ApiError({ status: answer.status, code: 'bad_export', detail: NOT_A_FILE })
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
  saveFile(nameOf(answer) ?? name, new Blob(parts, { type: 'text/csv' }))
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
