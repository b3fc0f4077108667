import type { ErrorTable } from '#platform/errors.ts'
import { ELIGIBILITY_ERRORS } from './eligibility/eligibility-errors.ts'

/** Why a giveaway is hidden, or an entry is refused. Screens show these sentences too, so the table comes without the schemas of the contract. */
export const ENTRY_ERRORS = {
  giveaway_not_found: { status: 404, message: 'We could not find that giveaway.' },
  /** For signed-in users before the giveaway is visible to them. `details` says when it becomes visible; {left} is the time until then. */
  hidden_until_early_access: {
    status: 404,
    message: 'This giveaway will be available to subscribers in {left}.',
  },
  hidden_until_start: { status: 404, message: 'This giveaway will be available to free users in {left}.' },
  giveaway_ended: { status: 409, message: 'This giveaway has ended.' },
  not_yet_for_subscribers: { status: 403, message: 'This giveaway will be available to subscribers in {left}.' },
  not_yet: { status: 403, message: 'This giveaway will be available to free users in {left}.' },
  not_eligible: { status: 403, message: 'You are not eligible for this giveaway' },
  slot_taken: { status: 409, message: 'Slot(s) {list} are not available' },
  sold_out: { status: 409, message: 'All slots have been reserved!' },
  too_few_free: { status: 409, message: 'Only {free} free slots are left.' },
  under_age: { status: 403, message: 'You must be {age} or older to enter giveaways.' },
  ...ELIGIBILITY_ERRORS,
  entry_limit: { status: 409, message: 'Maximum {limit} slots per entry (you have {existing} existing entries)' },
  credit_needed: {
    status: 409,
    message: 'You need a {tier} credit to enter this giveaway. Purchase a {tier} product to earn credits.',
  },
} as const satisfies ErrorTable
