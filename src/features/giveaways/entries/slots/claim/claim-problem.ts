import { ApiError } from '#kernel/client/calls/api-error.ts'
import { SIGN_IN_TO_ENTER } from '../../../giveaway/rules.ts'
import type { EntryRefusal } from '../../refusals/entry-refusal.ts'

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

/** Refusals about an address that the shopper can correct. */
export const OF_ADDRESS: readonly string[] = [
  'address_needed',
  'address_abroad',
  'state_unknown',
] satisfies EntryRefusal['code'][]

/** The problem of a refusal that needs no call. */
export const refusedHere = ({ code, message }: EntryRefusal): ClaimProblem => ({ ...plain(message), ...needsOf(code) })

const needsOf = (code: string) => ({ needsAddress: OF_ADDRESS.includes(code), needsCredits: code === 'credit_needed' })

/** The slot dialog's message for a failed entry or swap. */
export function problemOf(error: Error): ClaimProblem {
  // A server error (500) has a general message; the slot dialog shows its own instead.
  if (!(error instanceof ApiError) || error.status === 500) return plain('Failed to enter giveaway')
  const { code, details } = error
  const field = Object.values(error.errors)[0]?.[0]
  return {
    message: code === 'NotAuthorizedException' ? SIGN_IN_TO_ENTER : (field ?? error.message),
    ...needsOf(code),
    lost: code === 'slot_taken' && Array.isArray(details.slots) ? details.slots : [],
    nearest: details.nearest && typeof details.nearest === 'object' ? Object.values(details.nearest) : [],
  }
}
