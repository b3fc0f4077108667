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

function counted(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  return unit ? `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}` : String(limit)
}

/**
 * Message for a field whose schema has no message of its own. Zod's default messages are for programmers (`expected string, received
 * undefined`), and a screen may show the response. @returns undefined when there is no better message.
 */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : `This must be ${KINDS[issue.expected] ?? 'a value'}.`
    case 'invalid_value':
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}.`
        : `Choose one of: ${issue.values.join(', ')}.`
    case 'too_big':
      return `At most ${counted(issue.maximum, issue.origin)}.`
    case 'too_small':
      return `At least ${counted(issue.minimum, issue.origin)}.`
    case 'invalid_union':
    case 'invalid_format':
    case 'custom':
      return 'This has the wrong format.'
    default:
      return undefined
  }
}

/** Sets these messages for every zod schema of this process. */
export const speakPlainly = () => z.config({ customError: sentenceOf })
