import { useRef, useState } from 'react'
import { sentenceOf } from '#kernel/client/calls/sentence-of.ts'
import { NotReauthenticated } from './reauthentication.ts'

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
