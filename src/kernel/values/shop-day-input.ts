import { z } from 'zod'

const WANTED = 'Enter a date such as 2026-03-02.'

/** The first year that is no typing error in a form. PostgreSQL has no year 0. */
const FIRST_YEAR = '1900'

/** A day of a form. `early` is the message for a year before 1900. */
export const dayInput = (message: string, early = message) =>
  z.iso.date({ error: message, abort: true }).refine(text => text >= FIRST_YEAR, early)

/** A moment of a form, with its offset. */
export const momentInput = (message: string) =>
  z.iso.datetime({ offset: true, error: message, abort: true }).refine(text => text >= FIRST_YEAR, message)

/** A day of the shop in a query. PostgreSQL has no year 0. */
export const shopDay = z.iso.date({ error: WANTED, abort: true }).refine(text => text >= '0001', WANTED)
