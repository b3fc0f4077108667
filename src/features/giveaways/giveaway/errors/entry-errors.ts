import { conflict, type ErrorTable, forbidden, notFound } from '#platform/errors.ts'
import { ELIGIBILITY_ERRORS } from './eligibility-errors.ts'

/** Why a giveaway is hidden, or an entry is refused. Screens show these sentences too, so the table comes without the schemas of the contract. */
export const ENTRY_ERRORS = {
  giveaway_not_found: notFound('We could not find that giveaway.'),
  /** For signed-in users before the giveaway is visible to them. `details` says when it becomes visible; {left} is the time until then. */
  hidden_until_early_access: notFound('This giveaway will be available to subscribers in {left}.'),
  hidden_until_start: notFound('This giveaway will be available to free users in {left}.'),
  giveaway_ended: conflict('This giveaway has ended.'),
  not_yet_for_subscribers: forbidden('This giveaway will be available to subscribers in {left}.'),
  not_yet: forbidden('This giveaway will be available to free users in {left}.'),
  not_eligible: forbidden('You are not eligible for this giveaway'),
  slot_taken: conflict('Slot(s) {list} are not available'),
  sold_out: conflict('All slots have been reserved!'),
  too_few_free: conflict('Only {free} free slots are left.'),
  under_age: forbidden('You must be {age} or older to enter giveaways.'),
  ...ELIGIBILITY_ERRORS,
  entry_limit: conflict('Maximum {limit} slots per entry (you have {existing} existing entries)'),
  credit_needed: conflict(
    'You need a {tier} credit to enter this giveaway. Purchase a {tier} product to earn credits.',
  ),
} as const satisfies ErrorTable
