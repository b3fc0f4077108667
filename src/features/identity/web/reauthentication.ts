import { useSyncExternalStore } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'

/** The user cancelled the reauthentication. The caller shows no error, so this error has no message. */
export class NotReauthenticated extends Error {}

/** The one open question, for any number of waiting calls. */
type Question = { answered: Promise<void>; resolve: () => void; reject: (error: Error) => void }

let question: Question | undefined
let askers = 0
const listeners = new Set<() => void>()

function become(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

function ask(): Promise<void> {
  if (!question) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    become({ answered: promise, resolve, reject })
  }
  return question!.answered
}

/**
 * Runs a call for which the server requires a recent reauthentication. When it is too old, the page's `<ReauthenticationPrompt />` asks for the
 * password or a passkey, and the call runs again.
 * @param work makes the call and may run twice, so create an Idempotency-Key outside of it.
 * @throws NotReauthenticated when the user cancelled: nothing was done, and no message is needed.
 */
export async function reauthenticated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ReauthenticationRequired') || askers === 0) throw error
    await ask()
    return work()
  }
}

/** Closes the question, if one is open. */
export function answerQuestion(isConfirmed: boolean): void {
  const asked = question
  become(undefined)
  if (isConfirmed) asked?.resolve()
  else asked?.reject(new NotReauthenticated())
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  askers++
  return () => {
    listeners.delete(listener)
    // Without a mounted asker the question cannot be answered.
    if (--askers === 0) answerQuestion(false)
  }
}

/** Whether the question is open, for the component that asks it. */
export const useQuestion = () =>
  useSyncExternalStore(
    watch,
    () => question !== undefined,
    () => false,
  )
