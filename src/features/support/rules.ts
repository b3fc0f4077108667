/** What is written about: the shopper's own affairs, or anything else. Specified names. */
export const TICKET_TYPES = ['support', 'general'] as const
export type TicketType = (typeof TICKET_TYPES)[number]

export const PRIORITIES = ['low', 'medium', 'high'] as const
export type Priority = (typeof PRIORITIES)[number]
export const DEFAULT_PRIORITY: Priority = 'medium'

/** customer-side.md section 9. */
export const SUBJECT_LENGTH = 100
export const MESSAGE_LENGTH = 2000
export const COOLDOWN_SECONDS = 60

export const UNSAFE_MESSAGE = 'Invalid characters detected in your input'

/** Script tags, frames, `javascript:` addresses and event handlers in attributes, however they are spaced or cased. */
const UNSAFE_PATTERNS = [/<[\s/]*(?:script|iframe)/i, /javascript\s*:/i, /\bon[a-z]+\s*=/i]

/** Whether a text holds what only a page would make use of. It would come out as text everywhere in any case. */
export const isUnsafe = (text: string): boolean => UNSAFE_PATTERNS.some(pattern => pattern.test(text))

/** Characters that no keyboard writes on purpose: they would break a line of an e-mail's head, or be refused by the database. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/**
 * A text while it is typed: without `<`, `>` and space at its start. The end keeps its space until the text is sent, or nobody
 * could type a second word.
 */
export const typedText = (text: string): string => text.replace(/[<>]/g, '').replace(CONTROLS, '').trimStart()

/** A text as it is sent and kept. */
export const plainText = (text: string): string => typedText(text).trimEnd()

/** A subject as it is sent and kept: one line. */
export const plainSubject = (text: string): string =>
  plainText(text).replace(/\s+/g, space => (/[\n\t]/.test(space) ? ' ' : space))

/** What is wrong with a subject, in the specified order; undefined when nothing is. */
export const subjectFault = (text: string): string | undefined => faultOf(text, plainSubject, 'Subject', SUBJECT_LENGTH)

/** What is wrong with a message; undefined when nothing is. */
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
  if (plain === '') return `${name} is required`
  if (plain.length > length) return tooLong
  return isUnsafe(raw) ? UNSAFE_MESSAGE : undefined
}
