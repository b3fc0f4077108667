import { type ErrorTable, forbidden } from '#platform/errors.ts'

/** Why a giveaway's own terms refuse a person, at every door. */
export const ELIGIBILITY_ERRORS = {
  under_giveaway_age: forbidden('You must be {age} or older to enter this giveaway.'),
  address_needed: forbidden(
    'Please go to the Dashboard > Profile Tab and update your shipping address to be eligible for entering giveaways.',
  ),
  address_abroad: forbidden(
    'Giveaways are open to residents of the United States. Please go to the Dashboard > Profile Tab and update your shipping address.',
  ),
  state_unknown: forbidden(
    'We cannot read the state of your shipping address. Please go to the Dashboard > Profile Tab and write it as NY or New York.',
  ),
  state_excluded: forbidden('This giveaway is not open to residents of {state}.'),
} as const satisfies ErrorTable
