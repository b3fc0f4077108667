import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { UNKNOWN_ZIP } from '#kernel/shipping/us-address/address-check.ts'
import { addressConfirmed, addressRule } from '#kernel/shipping/us-address/address-input.ts'
import { regionOf } from '#kernel/shipping/us-states.ts'
import { EMAIL_PROBLEMS, newEmailInput } from '#kernel/values/inputs/email.ts'
import { linkToken, optionalText, requiredLine } from '#kernel/values/inputs/texts.ts'
import { dayInput } from '#kernel/values/shop-day-input.ts'
import { ONE_LINE } from '#kernel/values/words/one-line.ts'
import { badRequest, conflict, type ErrorTable } from '#platform/errors.ts'

export const FREE_ENTRY_ERRORS = {
  free_entry_off: conflict('This shop takes no free entry online. You can enter free by mail, as the rules say.'),
  free_entry_not_yet: conflict('Free entries count from the start of this giveaway.'),
  free_entry_for_members: conflict(
    'This giveaway is for Premium members and takes no free entry online. A card by mail counts in it.',
  ),
  free_entry_used: conflict('You already have a free entry of this period. The next one is possible from {next}.'),
  free_entry_limit: conflict('You have {entries} in this giveaway, and the limit is {limit}.'),
  free_entry_link_invalid: badRequest('This link is not complete. Please open it again from the e-mail.'),
  free_entry_link_over: conflict('This link has expired. Please fill in the form again.'),
} as const satisfies ErrorTable

/** What a card by mail asks too. */
export const FreeEntryInput = z
  .strictObject({
    name: requiredLine('Name is required', 120),
    email: newEmailInput(EMAIL_PROBLEMS),
    birthDate: dayInput('Please enter your birth date', 'Please check the year of your birth date'),
    line1: requiredLine('Address is required', 120),
    line2: optionalText(80).regex(ONE_LINE).optional(),
    city: requiredLine('City is required', 60),
    state: requiredLine('State is required', 100).refine(
      typed => regionOf(typed) !== null,
      'Giveaways are open to residents of the United States. Please choose a state.',
    ),
    postalCode: requiredLine(UNKNOWN_ZIP, 20),
    addressConfirmed,
  })
  .check(addressRule)
  .meta({ id: 'FreeEntryInput' })
export type FreeEntryInput = z.infer<typeof FreeEntryInput>

/** The same for every address. */
export const CHECK_MAIL = 'Check your e-mail and confirm there. Your entry counts from then on.'
export const FreeEntryAsked = model('FreeEntryAsked', { success: z.literal(true), message: z.string() })

/** Whether and how a giveaway takes free entries. */
export const FreeEntryTerms = model('FreeEntryTerms', {
  isOnline: z.boolean(),
  /** Why the form is closed now; null while it is open. */
  closed: z.string().nullable(),
  /** Entries that one free entry gives, by mail or online: as many as the cheapest purchase. */
  entries: z.int(),
  /** One free entry online in so many days. */
  everyDays: z.int(),
  entryLimit: z.int(),
})
export type FreeEntryTerms = z.infer<typeof FreeEntryTerms>

const token = linkToken(FREE_ENTRY_ERRORS.free_entry_link_invalid.message)
export const FreeEntryLink = strictModel('FreeEntryLink', { token })

export const FreeEntryOfLink = model('FreeEntryOfLink', {
  state: z.enum(['unconfirmed', 'entered', 'over']),
  /** Masked, because an e-mail may be forwarded together with its link. */
  email: z.string().nullable(),
  giveaway: z.object({ title: z.string(), path: z.string() }).nullable(),
  /** Numbers in the draw. */
  numbers: z.array(z.int()),
})
export type FreeEntryOfLink = z.infer<typeof FreeEntryOfLink>
