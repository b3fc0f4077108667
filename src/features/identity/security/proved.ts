import { useSyncExternalStore } from 'react'
import { ApiError } from '#platform/client/api-error.ts'

/** The person turned away from the question who they are. Whoever asked has nothing to say about it, and so it has no words. */
export class NotProved extends Error {}

/** The one question that stands open, however many calls wait for its answer. */
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
 * Runs a call that the server may only take soon after the person proved who they are. When it says that this was too long ago, the
 * page's `<ProofAsker />` asks for the password or a passkey, and the call is made once more.
 * @param work makes the call; it is run a second time, so an Idempotency-Key is made outside of it.
 * @throws NotProved when the person turned away: nothing was done, and there is nothing to say.
 */
export async function proved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ReauthenticationRequired') || askers === 0) throw error
    await ask()
    return work()
  }
}

/** Ends the question, if one is open. */
export function answerQuestion(isProved: boolean): void {
  const asked = question
  become(undefined)
  if (isProved) asked?.resolve()
  else asked?.reject(new NotProved())
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  askers++
  return () => {
    listeners.delete(listener)
    // A screen that is gone answers nothing any more.
    if (--askers === 0) answerQuestion(false)
  }
}

/** Whether the question is open, for the part that asks it. */
export const useQuestion = () =>
  useSyncExternalStore(
    watch,
    () => question !== undefined,
    () => false,
  )
