import {
  defineEmail,
  facts,
  greetingOf,
  heading,
  message,
  nameless,
  quote,
  verbatim,
} from '#features/notifications/email.ts'
import type { Priority, TicketType } from '../rules.ts'
import type { Writer } from './queries/own-tickets.server.ts'

type Written = { type: TicketType; subject: string; message: string; priority: Priority }

const NAMES = { support: 'support ticket', general: 'general inquiry' } as const satisfies Record<TicketType, string>

const WRITER: Writer = {
  name: 'Sam Porter',
  email: 'sam@example.com',
  phone: '+18015550100',
  address: '1 Fort Street, Provo, UT 84601, US',
  isMember: true,
}
const TICKET: Written = { type: 'support', subject: 'Torn strap', message: 'It tore.\n\nTwice.', priority: 'high' }

/** To the staff: the message, and how to reach its writer. */
export const staffEmail = defineEmail({
  preview: { ticket: TICKET, writer: WRITER },
  write: (_, { ticket, writer }: { ticket: Written; writer: Writer }) => ({
    subject: `New ${NAMES[ticket.type]}: ${ticket.subject}`,
    body: [
      heading(ticket.subject),
      facts([
        ['From', `${writer.name} <${writer.email}>`],
        ['Phone', writer.phone || 'not given'],
        ['Address', writer.address || 'not given'],
        ['Membership', writer.isMember ? 'Premium' : 'Standard'],
        ...(ticket.type === 'support' ? [['Priority', ticket.priority] as const] : []),
      ]),
      message(ticket.message),
    ],
  }),
  unproven: 'own mailbox',
})

type More = { ticket: Pick<Written, 'type' | 'subject' | 'message'>; writer: Writer }

/** To the staff: a later message of the ticket's writer. */
export const moreEmail = defineEmail({
  preview: { ticket: TICKET, writer: WRITER },
  write: (_, { ticket, writer }: More) => ({
    subject: `Re: New ${NAMES[ticket.type]}: ${ticket.subject}`,
    body: [`${writer.name} <${writer.email}> wrote more about a ${NAMES[ticket.type]}.`, message(ticket.message)],
  }),
  unproven: 'own mailbox',
})

type Answer = {
  type: TicketType
  subject: string
  answer: string
  /** Earlier messages and answers, oldest first. */
  quoted: readonly { kind: 'message' | 'answer' | 'note'; body: string }[]
  writer: Writer
}

/** To the writer: an answer, with the conversation quoted below it, newest first, as mail programs do. */
export const answerEmail = defineEmail({
  preview: {
    type: 'support' as const,
    subject: 'Torn strap',
    answer: 'Hello Sam,\n\na new one is on its way.',
    quoted: [{ kind: 'message' as const, body: 'It tore.' }],
    writer: WRITER,
  },
  write: (_, { type, subject, answer, quoted, writer }: Answer) => ({
    // Mail programs group e-mails by subject, so the answer joins the ticket's confirmation.
    subject: `Re: ${confirmationSubject({ type, subject })}`,
    body: [verbatim(answer)],
    below: [
      `To continue, write under Support on any page while you are signed in. You are ${writer.email} there.`,
      ...quoted.toReversed().map(({ kind, body }) => quote(kind === 'answer' ? 'We wrote:' : 'You wrote:', body)),
    ],
  }),
  unproven: (data: Answer) => ({ ...data, subject: '', quoted: data.quoted.filter(({ kind }) => kind === 'answer') }),
})

const confirmationSubject = ({ type, subject }: Pick<Written, 'type' | 'subject'>) =>
  subject ? `We have your ${NAMES[type]}: ${subject}` : `We have your ${NAMES[type]}`

type Confirmed = { ticket: Written; writer: Writer }

/** To the writer: a confirmation that quotes their message. */
export const confirmationEmail = defineEmail({
  preview: { ticket: TICKET, writer: WRITER },
  write: (_, { ticket, writer }: Confirmed) => ({
    subject: confirmationSubject(ticket),
    body: [
      greetingOf(writer.name),
      `we have your ${NAMES[ticket.type]} and will answer by e-mail. You find it under Support on every page while you are signed in.`,
      ...(ticket.message ? ['This is what you wrote:', message(ticket.message)] : []),
    ],
  }),
  unproven: ({ ticket, writer }: Confirmed) => ({
    ticket: { ...ticket, subject: '', message: '' },
    writer: nameless(writer),
  }),
})
