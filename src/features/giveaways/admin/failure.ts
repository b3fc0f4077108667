import { NotProved } from '#features/identity/security/proved.ts'
import { ApiError } from '#platform/client/api-error.ts'

/**
 * Runs a call whose failure has a specified sentence (checkout-and-admin.md section 8): what the server says of a refusal stands above it.
 * @throws an error with the sentence to show; nothing to say when the person turned away from the question who they are.
 */
export async function orSaying<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotProved || (error instanceof ApiError && error.status < 500 && error.status >= 400))
      throw error
    throw new Error(sentence)
  }
}
