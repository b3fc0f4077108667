import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { usPhone } from '#kernel/values/inputs/us-phone.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { isTaxNumber, TAX_NUMBER_KINDS } from './rules.ts'

export const PAPER_ERRORS = {
  tax_form_not_asked: conflict('This prize needs no tax form now.'),
  tax_form_not_found: notFound('This winner has sent no tax form.'),
  affidavit_not_asked: conflict('This prize needs no affidavit.'),
  winners_list_early: conflict('No winner has accepted the prize yet. The list of winners is made once one has.'),
  /** `names` lists the winners without a form. */
  tax_forms_missing: conflict(
    'No tax form from {names}. Ask for it, or leave them out of this file and report them on paper.',
  ),
  nothing_to_report: conflict('No winner reaches the amount of this year.'),
} as const satisfies ErrorTable

const digits = (words: string) => words.replace(/[\s-]/g, '')

const NumberFields = z.object({ numberKind: z.enum(TAX_NUMBER_KINDS), number: z.string() })

/** What a winner states on Form W-9. The address is that of the prize. */
export const TaxFormBody = z
  .strictObject({
    /** From the link in the e-mail. Signed-in winners omit the key. */
    key: z.string().max(200).optional(),
    firstName: requiredText('First name is required', 60),
    lastName: requiredText('Last name is required', 60),
    numberKind: z.enum(TAX_NUMBER_KINDS, ifMissing('Choose which number you have')),
    number: z
      .string(ifMissing('The number is required'))
      .max(20, { error: 'Please use at most 20 characters for the number', abort: true })
      .transform(digits),
    /** The IRS told the winner that tax is withheld from payments to them. */
    isBackupWithheld: z.boolean().default(false),
    isTrue: z.literal(true, ifMissing('Please confirm that this is true.')),
    signedAs: requiredText('Type your name as your signature', 120),
  })
  .refine(({ numberKind, number }) => isTaxNumber(numberKind, number), {
    path: ['number'],
    message: 'This is no number of this kind. Please look at it again.',
    // Said together with the problems of other fields.
    when: ({ value }) => NumberFields.safeParse(value).success,
  })
  .meta({ id: 'SendTaxForm' })
export type TaxFormBody = z.infer<typeof TaxFormBody>

/** A tax form with its number, for staff with `winners.tax`. */
export const TaxForm = model('TaxForm', {
  firstName: z.string(),
  lastName: z.string(),
  numberKind: z.enum(TAX_NUMBER_KINDS),
  /** Nine digits. */
  number: z.string(),
  isBackupWithheld: z.boolean(),
  signedAs: z.string(),
  signedAt: z.iso.datetime(),
})
export type TaxForm = z.infer<typeof TaxForm>

/** The persons whose prizes of a calendar year (UTC) reach the amount from which they are reported. */
export const TaxYear = model('TaxYear', {
  year: z.int(),
  /** Dollars. */
  reportedFrom: z.number(),
  people: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      prizes: z.array(z.object({ winnerId: z.string(), title: z.string(), value: z.number() })),
      total: z.number(),
      /** When the person signed a form; null without one. */
      signedAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type TaxYear = z.infer<typeof TaxYear>

export const YearParams = z.object({ year: z.coerce.number().int().min(2020).max(2100) })

/** The payer on Form 1099-MISC. */
export const MiscFileBody = strictModel('MiscFile', {
  name: requiredText('The name is required', 80),
  ein: z
    .string(ifMissing('The EIN is required'))
    .max(20, { error: 'Please use at most 20 characters for the EIN', abort: true })
    .transform(digits)
    .pipe(z.string().regex(/^\d{9}$/, 'An EIN has nine digits')),
  line1: requiredText('The street is required', 40),
  city: requiredText('The city is required', 40),
  state: z
    .string(ifMissing('The state is required'))
    .max(20, { error: 'Please use at most 20 characters for the state', abort: true })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Write the state as UT'),
  postalCode: z
    .string(ifMissing('The ZIP code is required'))
    .max(20, { error: 'Please use at most 20 characters for the ZIP code', abort: true })
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code such as 84601'),
  /** Ten digits in the file. */
  phone: usPhone.transform(phone => phone.slice('+1'.length)),
  /** Winners without a form are left out; otherwise they stop the file. */
  leaveOutMissing: z.boolean().default(false),
})
export type MiscFileBody = z.infer<typeof MiscFileBody>
