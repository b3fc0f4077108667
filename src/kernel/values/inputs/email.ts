import { z } from 'zod'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { hasOtherDot, isPlainEmail } from '../words/email-spelling.ts'
import { ONE_LINE } from '../words/one-line.ts'

/** Local part, @, domain with a dot. */
const SHAPE = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}][^\s@.\p{Cc}]*\.[^\s@\p{Cc}]+$/u

type Sentences = { missing: string; invalid: string }

/**
 * An e-mail address in lower case. Old accounts sign in with the spelling on file, but no address has a dot other than ".": mail programs turn
 * `shop。example` into a link.
 */
export const emailInput = ({ missing, invalid }: Sentences) =>
  z
    .string(ifMissing(missing))
    .trim()
    .toLowerCase()
    .min(1, { error: missing, abort: true })
    // A longer text is not matched, because the pattern would take quadratic time.
    .max(254, { error: 'Email address must be 254 characters or less', abort: true })
    .regex(SHAPE, { error: invalid, abort: true })
    .refine(email => ONE_LINE.test(email) && !hasOtherDot(email), { error: invalid, abort: true })

/** A new e-mail address, in the one spelling that mail servers write. */
export const newEmailInput = (sentences: Sentences) => emailInput(sentences).refine(isPlainEmail, sentences.invalid)

/** The sentences of shoppers' forms. */
export const EMAIL_PROBLEMS = { missing: 'Email is required', invalid: 'Please enter a valid email address' }
