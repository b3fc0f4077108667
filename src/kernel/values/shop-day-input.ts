import { z } from 'zod'
import { ifWrong, missingOrWrong } from './inputs/field-sentences.ts'

const WANTED = 'Enter a date such as 2026-03-02.'
const WANTED_MOMENT = 'Enter a date and time such as 2026-03-02T12:00:00Z.'

/** The first year that is no typing error in a form. PostgreSQL has no year 0. */
const FIRST_YEAR = '1900'

/** A day of a form. `early` is the message for a year before 1900. */
export const dayInput = (missing: string, early = 'Enter a date of 1900 or later.') =>
  z.iso.date({ ...missingOrWrong(missing, WANTED), abort: true }).refine(text => text >= FIRST_YEAR, early)

/** A moment of a form, with its offset. */
export const momentInput = (missing: string) =>
  z.iso
    .datetime({ offset: true, ...missingOrWrong(missing, WANTED_MOMENT), abort: true })
    .refine(text => text >= FIRST_YEAR, 'Enter a date of 1900 or later.')

/** A day of the shop in a query. PostgreSQL has no year 0. */
export const shopDay = z.iso.date({ ...ifWrong(WANTED), abort: true }).refine(text => text >= '0001', WANTED)
