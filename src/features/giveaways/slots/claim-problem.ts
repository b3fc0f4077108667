import { ApiError } from '#platform/client/api-error.ts'
import { SIGN_IN_TO_ENTER } from '../rules.ts'

/** What went wrong: the sentence to show, and what can be done about it. */
export type ClaimProblem = {
  message: string
  needsAddress: boolean
  needsCredits: boolean
  /** Slots that somebody else was faster to take. */
  lost: readonly number[]
  /** The free slots nearest to them. */
  nearest: readonly number[]
}

/** A problem that is told by its sentence alone. */
export const plain = (message: string): ClaimProblem => ({
  message,
  needsAddress: false,
  needsCredits: false,
  lost: [],
  nearest: [],
})

/** What the slot dialog says of an entry or swap that failed, in the sentences of customer-side.md section 8. */
export function problemOf(error: Error): ClaimProblem {
  // A fault of ours has a sentence of its own, which says nothing of slots; the specified one does.
  if (!(error instanceof ApiError) || error.status === 500) return plain('Failed to enter giveaway')
  const { code, details } = error
  const field = Object.values(error.errors)[0]?.[0]
  return {
    message: code === 'NotAuthorizedException' ? SIGN_IN_TO_ENTER : (field ?? error.message),
    needsAddress: code === 'address_needed',
    needsCredits: code === 'credit_needed',
    lost: code === 'slot_taken' && Array.isArray(details.slots) ? details.slots : [],
    nearest: details.nearest && typeof details.nearest === 'object' ? Object.values(details.nearest) : [],
  }
}
