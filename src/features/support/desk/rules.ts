import type { Priority, TicketType } from '../rules.ts'

/** The specified states of each kind (checkout-and-admin.md section 3). */
export const STATUSES = {
  support: ['open', 'in-progress', 'closed'],
  general: ['new', 'reviewed', 'closed'],
} as const satisfies Record<TicketType, readonly string[]>
export type TicketStatus = (typeof STATUSES)[TicketType][number]

/** Where each kind begins, and where it comes back to when its writer writes again. */
export const FIRST_STATUS = { support: 'open', general: 'new' } as const satisfies Record<TicketType, TicketStatus>
/** Where an answer puts what nobody had looked at before. */
export const ANSWERED_STATUS = { support: 'in-progress', general: 'reviewed' } as const satisfies Record<
  TicketType,
  TicketStatus
>

const HOUR_MS = 3_600_000
const ANSWER_WITHIN_HOURS: Record<Priority, number> = { high: 4, medium: 24, low: 72 }

/** By when somebody who wrote now expects a word of ours. Members have priority support: half the time. */
export function answerDueAt({ priority, isMember }: { priority: Priority; isMember: boolean }, now: Date): Date {
  return new Date(+now + (ANSWER_WITHIN_HOURS[priority] * HOUR_MS) / (isMember ? 2 : 1))
}

/** What canned replies leave open, and what each place is filled with. */
export const PLACEHOLDERS = ['firstName', 'subject'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** A canned reply for one writer. Without a name they are greeted without one. */
export function filledReply(body: string, { name, subject }: { name: string; subject: string }): string {
  const values: Record<Placeholder, string> = { firstName: name.trim().split(/\s+/)[0] || 'there', subject }
  return body.replace(/\{(firstName|subject)\}/g, (_, place: Placeholder) => values[place])
}

/** Places that a canned reply names and nobody fills: a slip of the hand that its reader would see. */
export const unknownPlaces = (body: string): string[] =>
  [...body.matchAll(/\{(\w+)\}/g)]
    .map(([, place]) => place!)
    .filter(place => !PLACEHOLDERS.includes(place as Placeholder))

/** Staff write text: signs stay what they are, and only what no keyboard writes on purpose goes. */
export const staffText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').trim()
