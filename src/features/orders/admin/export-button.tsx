import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.ts'
import { exportOrders } from './export-orders.ts'

type Running = { bytes: number; abort: AbortController }

/** Saves the orders that match as CSV. While it runs it says how much has come, and can be stopped. */
export function ExportButton({ query }: { query: Record<string, string> }) {
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
      await exportOrders(query, bytes => setRunning({ bytes, abort }), abort.signal)
      toast.success('Orders were exported')
    } catch (error) {
      // checkout-and-admin.md section 8
      if (!abort.signal.aborted) setProblem(`Export failed: ${(error as Error).message}`)
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
          Export CSV
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
