import { ApiError } from '#kernel/client/calls/api-error.ts'
import { createStore, useStore } from '#kernel/client/store.ts'

/** The user cancelled the reauthentication. The caller shows no error, so this error has no message. */
export class NotReauthenticated extends Error {}

/** The one open question, for any number of waiting calls. */
type Question = { answered: Promise<void>; resolve: () => void; reject: (error: Error) => void }

/** Whether a component asks the question. */
let isAsked = false

const question = createStore<Question | undefined>(
  () => undefined,
  () => {
    isAsked = true
    return () => {
      isAsked = false
      // Without a mounted asker the question cannot be answered.
      answerQuestion(false)
    }
  },
)

function ask(): Promise<void> {
  const open = question.get()
  if (open) return open.answered
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  question.set({ answered: promise, resolve, reject })
  return promise
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
    if (!(error instanceof ApiError && error.code === 'ReauthenticationRequired') || !isAsked) throw error
    await ask()
    return work()
  }
}

/** Closes the question, if one is open. */
export function answerQuestion(isConfirmed: boolean): void {
  const asked = question.get()
  question.set(undefined)
  if (isConfirmed) asked?.resolve()
  else asked?.reject(new NotReauthenticated())
}

/** Whether the question is open, for the component that asks it. */
export const useQuestion = () => useStore(question, false, open => open !== undefined)
