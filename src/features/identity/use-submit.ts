import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'

const UNREADABLE = new Set(['unknown', 'bad_json'])

/** The sentence of a refusal; `otherwise` for what has none that a person should read. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && !UNREADABLE.has(error.code) ? error.message : otherwise

/**
 * Runs one piece of work at a time: a second click while the first is under way does nothing.
 * `problem` is the sentence to show in the form's general error box.
 */
export function useSubmit() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run(work: () => Promise<void>, otherwise: string) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error, otherwise))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, run }
}
