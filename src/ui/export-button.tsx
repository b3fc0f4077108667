import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { FormError } from './form-error.tsx'
import { toast } from './toast.ts'

type Running = { bytes: number; abort: AbortController }

type ExportButtonProps = {
  /** What the button says: "Export CSV". */
  children: string
  /** Said when it is saved: "Orders were exported". */
  done: string
  /** Fetches and saves it (`download` of this folder); called off by the signal. */
  work: (onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<void>
}

/** Saves a list as a file. While it runs it says how much has come, and can be stopped. */
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
      // checkout-and-admin.md section 8. Whoever turned away from the question who they are hears nothing more about it.
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
