import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { REGIONS, type Region } from '#kernel/shipping/us-states.ts'
import { EMAIL_PROBLEMS, newEmailInput } from '#kernel/values/inputs/email.ts'
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

const line = (max: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(max, { error: `Please use at most ${max} characters`, abort: true })
    .regex(ONE_LINE, 'Please write one line')

/** What a card by mail asks too. */
export const FreeEntryInput = strictModel('FreeEntryInput', {
  name: line(120, 'Name is required'),
  email: newEmailInput({ ...EMAIL_PROBLEMS, missing: EMAIL_PROBLEMS.invalid }),
  birthDate: dayInput('Please enter your birth date', 'Please check the year of your birth date'),
  line1: line(120, 'Address is required'),
  line2: z
    .string()
    .trim()
    .max(80, { error: 'Please use at most 80 characters', abort: true })
    .regex(ONE_LINE)
    .optional(),
  city: line(60, 'City is required'),
  state: z.enum(
    REGIONS as [Region, ...Region[]],
    'Giveaways are open to residents of the United States. Please choose a state.',
  ),
  postalCode: z
    .string('Please enter a US ZIP code')
    .trim()
    .max(10, { error: 'A ZIP code must be 10 characters or less', abort: true })
    .regex(/^\d{5}(-\d{4})?$/, 'Please enter a US ZIP code'),
})
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

const token = z.string(FREE_ENTRY_ERRORS.free_entry_link_invalid.message).min(1).max(300)
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
