import { useRef, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { NotReauthenticated } from '../security/reauthentication.ts'

const UNREADABLE = new Set(['unknown', 'bad_json'])

/**
 * The message of an error.
 * @param otherwise for an answer without a message for users.
 * @param thrown for a fault of the page or the server, which says nothing about the input; defaults to `otherwise`.
 */
export function sentenceOf(error: unknown, otherwise: string, thrown = otherwise): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return thrown
  if (!UNREADABLE.has(error.code)) return error.message
  return error.status >= 500 ? thrown : otherwise
}

/**
 * Runs one task at a time: a second click during the first does nothing.
 * `problem` is the message for the form's error box, as chosen by `sentenceOf`; none when the user cancelled a reauthentication.
 */
export function useSubmit() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run(work: () => Promise<void>, otherwise = 'An error occurred. Please try again.', thrown?: string) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof NotReauthenticated)) setProblem(sentenceOf(error, otherwise, thrown))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, run }
}
