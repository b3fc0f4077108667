import { NotReauthenticated } from '#features/identity/security/reauthentication.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'

/**
 * Runs a call and replaces its failure by a fixed sentence. Refusals (4xx) keep the server's own message.
 * @throws an error with the sentence; the original error for a 4xx answer, or for `NotReauthenticated` after the user dismissed the proof dialog.
 */
export async function orSaying<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotReauthenticated || (error instanceof ApiError && error.status < 500 && error.status >= 400))
      throw error
    throw new Error(sentence)
  }
}
