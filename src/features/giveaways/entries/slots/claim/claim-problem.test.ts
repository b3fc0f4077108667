import { expect, it } from 'vitest'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { problemOf } from './claim-problem.ts'

const refused = (status: number, code: string, detail: string, details: Record<string, unknown> = {}) =>
  problemOf(new ApiError({ status, code, detail, ...details }))

it('says "Failed to enter giveaway" for a fault without a message about slots [B-8.20]', () => {
  expect(refused(500, 'internal', 'An error occurred. Please try again.').message).toBe('Failed to enter giveaway')
  expect(problemOf(new TypeError('x is not a function')).message).toBe('Failed to enter giveaway')
})

it('says "Please sign in to enter giveaways." for an ended session, whatever the transport says [B-8.17]', () => {
  const message = 'Authentication required. Please login again.'
  expect(refused(401, 'NotAuthorizedException', message).message).toBe('Please sign in to enter giveaways.')
})

it('keeps the message of a refusal, and offers the next step', () => {
  const taken = { slots: [3, 12], nearest: { 3: 1, 12: 11 } }
  expect(refused(409, 'slot_taken', 'Slot(s) 3, 12 are not available', taken)).toMatchObject({
    message: 'Slot(s) 3, 12 are not available',
    lost: [3, 12],
    nearest: [1, 11],
  })
  expect(refused(409, 'credit_needed', 'You need a Gold credit')).toMatchObject({ needsCredits: true, lost: [] })
  expect(refused(403, 'address_needed', 'Please go to the Dashboard')).toMatchObject({ needsAddress: true })
})
