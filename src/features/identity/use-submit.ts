import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'

const UNREADABLE = new Set(['unknown', 'bad_json'])

/**
 * The sentence of a refusal.
 * @param otherwise for an answer that has none which a person should read.
 * @param thrown for a fault, ours or the server's, where the specification words that differently: it says nothing about what
 * was typed.
 */
export function sentenceOf(error: unknown, otherwise: string, thrown = otherwise): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return thrown
  if (!UNREADABLE.has(error.code)) return error.message
  return error.status >= 500 ? thrown : otherwise
}

/**
 * Runs one piece of work at a time: a second click while the first is under way does nothing.
 * `problem` is the sentence to show in the form's general error box, as `sentenceOf` chooses it.
 */
export function useSubmit() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run(work: () => Promise<void>, otherwise: string, thrown?: string) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error, otherwise, thrown))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, run }
}
