import { isVisible } from '#kernel/values/inputs/visible.ts'
/** `support` is about the shopper's own affairs, `general` about anything else. */
export const TICKET_TYPES = ['support', 'general'] as const
export type TicketType = (typeof TICKET_TYPES)[number]

export const PRIORITIES = ['low', 'medium', 'high'] as const
export type Priority = (typeof PRIORITIES)[number]
export const DEFAULT_PRIORITY: Priority = 'medium'

export const SUBJECT_LENGTH = 100
export const MESSAGE_LENGTH = 2000
export const COOLDOWN_SECONDS = 60

export const UNSAFE_MESSAGE = 'Invalid characters detected in your input'

/** Script tags, frames, `javascript:` URLs and inline event handlers, in any spacing or case. */
const UNSAFE_PATTERNS = [/<[\s/]*(?:script|iframe)/i, /javascript\s*:/i, /\bon[a-z]+\s*=/i]

/** Whether a text contains active markup. All pages escape the text in any case. */
export const isUnsafe = (text: string): boolean => UNSAFE_PATTERNS.some(pattern => pattern.test(text))

/** Control characters, which would break an e-mail header or be refused by PostgreSQL. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/**
 * Cleans a text during typing: removes `<`, `>` and leading space. Trailing space stays, because the user could not type a second
 * word otherwise.
 */
export const typedText = (text: string): string => text.replace(/[<>]/g, '').replace(CONTROLS, '').trimStart()

/** Cleans a text for sending and storing. */
export const plainText = (text: string): string => typedText(text).trimEnd()

/** Cleans a subject for sending and storing: one line. */
export const plainSubject = (text: string): string =>
  plainText(text).replace(/\s+/g, space => (/[\n\t]/.test(space) ? ' ' : space))

/** The first error of a subject; undefined when it is valid. */
export const subjectFault = (text: string): string | undefined => faultOf(text, plainSubject, 'Subject', SUBJECT_LENGTH)

/** The first error of a message; undefined when it is valid. */
export const messageFault = (text: string): string | undefined => faultOf(text, plainText, 'Message', MESSAGE_LENGTH)

/** The raw text may be twice as long as the kept one: `<`, `>` and outer spaces are removed and do not count. */
const RAW_FACTOR = 2

/**
 * Checks the raw length before any pattern reads the text, so that the work is bounded.
 * @param plainOf returns the text that is kept. Its length counts; unsafe patterns are searched in the raw text.
 */
function faultOf(raw: string, plainOf: (text: string) => string, name: string, length: number): string | undefined {
  const tooLong = `${name} must be ${length} characters or less`
  if (raw.length > RAW_FACTOR * length) return raw.trim() === '' ? `${name} is required` : tooLong
  const plain = plainOf(raw)
  if (!isVisible(plain)) return `${name} is required`
  if (plain.length > length) return tooLong
  return isUnsafe(raw) ? UNSAFE_MESSAGE : undefined
}
