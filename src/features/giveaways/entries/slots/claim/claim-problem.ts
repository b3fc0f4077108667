import { ApiError } from '#kernel/client/calls/api-error.ts'
import { SIGN_IN_TO_ENTER } from '../../../rules.ts'

/** A failed claim: the message to show and the possible next steps. */
export type ClaimProblem = {
  message: string
  needsAddress: boolean
  needsCredits: boolean
  /** Slots that other shoppers took first. */
  lost: readonly number[]
  /** The free slots nearest to the lost ones. */
  nearest: readonly number[]
}

/** A problem without a next step. */
export const plain = (message: string): ClaimProblem => ({
  message,
  needsAddress: false,
  needsCredits: false,
  lost: [],
  nearest: [],
})

/** The slot dialog's message for a failed entry or swap. */
export function problemOf(error: Error): ClaimProblem {
  // A server error (500) has a general message; the slot dialog shows its own instead.
  if (!(error instanceof ApiError) || error.status === 500) return plain('Failed to enter giveaway')
  const { code, details } = error
  const field = Object.values(error.errors)[0]?.[0]
  return {
    message: code === 'NotAuthorizedException' ? SIGN_IN_TO_ENTER : (field ?? error.message),
    needsAddress: code === 'address_needed' || code === 'address_abroad' || code === 'state_unknown',
    needsCredits: code === 'credit_needed',
    lost: code === 'slot_taken' && Array.isArray(details.slots) ? details.slots : [],
    nearest: details.nearest && typeof details.nearest === 'object' ? Object.values(details.nearest) : [],
  }
}
