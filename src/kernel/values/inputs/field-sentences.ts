import { z } from 'zod'

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The unit of a length limit. */
const UNITS: Record<string, string> = { string: 'character', array: 'thing' }

const REQUIRED = 'This field is required.'
const WRONG_FORMAT = 'This has the wrong format.'

function counted(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  const figure = limit.toLocaleString('en-US')
  return unit ? `${figure} ${unit}${Number(limit) === 1 ? '' : 's'}` : figure
}

/** A form sends an empty text for an empty field, and false for a box that is not ticked. */
const isMissing = ({ code, input }: z.core.$ZodRawIssue): boolean =>
  input === undefined || input === null || input === '' || (input === false && code === 'invalid_value')

const choiceOf = (choices: readonly unknown[]): string =>
  choices.length === 1 ? `This must be ${String(choices[0])}.` : `Choose one of: ${choices.join(', ')}.`

/** Codes of an alternative that a value is not meant for. */
const OTHER_KINDS = new Set(['invalid_type', 'invalid_value'])

/** The sentence of the alternative that the value was meant for: a text that is too long for one, and not the empty text of the other. */
function nearestOf(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const meant = alternatives.flatMap(([issue]) =>
    issue && !OTHER_KINDS.has(issue.code) && issue.path.length === 0 ? [issue.message] : [],
  )
  return meant.length === 1 ? meant[0]! : WRONG_FORMAT
}

function unionSentence(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if (issue.inclusive === false) return WRONG_FORMAT
  const { input, discriminator, options = [], errors } = issue
  const given = discriminator ? (input as Record<string, unknown>)[discriminator] : input
  if (given === undefined) return REQUIRED
  return discriminator ? choiceOf(options) : nearestOf(errors)
}

/**
 * Message for a field whose schema has no message of its own. Zod's default messages are for programmers (`expected string, received
 * undefined`), and a screen may show the response. @returns undefined when there is no better message.
 */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : `This must be ${KINDS[issue.expected] ?? 'a value'}.`
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : choiceOf(issue.values)
    case 'too_big':
      return `At most ${counted(issue.maximum, issue.origin)}.`
    case 'too_small':
      if (issue.origin === 'string' && issue.input === '') return REQUIRED
      return `At least ${counted(issue.minimum, issue.origin)}.`
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return 'This field is not known.'
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'invalid_union':
      return unionSentence(issue)
    case 'invalid_format':
    case 'custom':
      return WRONG_FORMAT
    default:
      return undefined
  }
}

// A form in the browser checks by the schema of the call, so that both set the messages where the schemas are loaded.
z.config({ customError: sentenceOf })

/** A sentence for a value that is missing. A value of another type, length or form has the sentence of that bound. */
export const ifMissing = (sentence: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (isMissing(issue) ? sentence : undefined),
})

const WRONG = new Set(['invalid_type', 'invalid_value', 'invalid_format'])

/** A sentence for a value of another type or form. A missing value has the sentence of all fields. */
export const ifWrong = (sentence: string) => ({
  error: ({ input, code }: z.core.$ZodRawIssue) =>
    input === undefined || !WRONG.has(code ?? '') ? undefined : sentence,
})

/** A sentence for a missing value, and one for a value of another type or form. */
export const missingOrWrong = (missing: string, wrong: string) => ({
  error: (issue: z.core.$ZodRawIssue) => ifMissing(missing).error(issue) ?? ifWrong(wrong).error(issue),
})
