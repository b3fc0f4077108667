import { HOUR_MS } from '#kernel/values/durations.ts'
import type { Priority, TicketType } from '../rules.ts'

/** The states of each kind. */
export const STATUSES = {
  support: ['open', 'in-progress', 'closed'],
  general: ['new', 'reviewed', 'closed'],
} as const satisfies Record<TicketType, readonly string[]>
export type TicketStatus = (typeof STATUSES)[TicketType][number]

/** First status of each kind, and the status after a new message of the writer. */
export const FIRST_STATUS = { support: 'open', general: 'new' } as const satisfies Record<TicketType, TicketStatus>
/** Status after an answer to a new or closed ticket. */
export const ANSWERED_STATUS = { support: 'in-progress', general: 'reviewed' } as const satisfies Record<
  TicketType,
  TicketStatus
>

const ANSWER_WITHIN_HOURS: Record<Priority, number> = { high: 4, medium: 24, low: 72 }

/** Deadline of an answer to a message written now. Members have priority support: half the time. */
export function answerDueAt({ priority, isMember }: { priority: Priority; isMember: boolean }, now: Date): Date {
  return new Date(+now + (ANSWER_WITHIN_HOURS[priority] * HOUR_MS) / (isMember ? 2 : 1))
}

/** Placeholders of canned replies. */
export const PLACEHOLDERS = ['firstName', 'subject'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Fills a canned reply for one writer. A writer without a name is addressed as "there". */
export function filledReply(body: string, { name, subject }: { name: string; subject: string }): string {
  const values: Record<Placeholder, string> = { firstName: name.trim().split(/\s+/)[0] || 'there', subject }
  return body.replace(/\{(firstName|subject)\}/g, (_, place: Placeholder) => values[place])
}

/** Unknown placeholders of a canned reply, usually typing errors that the reader would see. */
export const unknownPlaces = (body: string): string[] =>
  [...body.matchAll(/\{(\w+)\}/g)]
    .map(([, place]) => place!)
    .filter(place => !PLACEHOLDERS.includes(place as Placeholder))

/** Cleans a text by staff: keeps all characters except control characters. */
export const staffText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').trim()
