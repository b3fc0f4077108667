import { z } from 'zod'
import { ONE_LINE } from '../words/one-line.ts'
import { ifMissing } from './field-sentences.ts'
import { isVisible } from './visible.ts'

/** The sentence of a text's longest length, where a form has no other. */
export const atMost = (length: number) => `Please use at most ${length} characters`

/** A text that a form requires, without its outer spaces. Only the first failed check is reported. */
export const requiredText = (missing: string, length: number, tooLong = atMost(length)) =>
  z
    .string(ifMissing(missing))
    .trim()
    .min(1, { abort: true })
    .max(length, { error: tooLong, abort: true })
    .refine(isVisible, { error: missing, abort: true })

/** The same on one line. */
export const requiredLine = (missing: string, length: number, tooLong?: string) =>
  requiredText(missing, length, tooLong).regex(ONE_LINE, 'Please write one line')

/** A text that may be left out or empty. */
export const optionalText = (length: number) =>
  z
    .string()
    .trim()
    .max(length, { error: atMost(length), abort: true })

/** The secret of a link in an e-mail. @param incomplete the sentence of a link without it. */
export const linkToken = (incomplete: string) =>
  z
    .string(ifMissing(incomplete))
    .min(1)
    .max(300, 'This link is longer than the one of the e-mail. Please open it again from there.')
