import { useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { toast } from '../feedback/toast.ts'
import { FormError } from '../forms/form-error.tsx'

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
