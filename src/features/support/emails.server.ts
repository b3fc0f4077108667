import { html } from 'hono/html'
import { FAREWELL, letterPage } from '#features/notifications/letter.ts'
import type { Writer } from './queries.server.ts'
import type { Priority, TicketType } from './rules.ts'

type Email = { subject: string; text: string; html: string }
type Written = { type: TicketType; subject: string; message: string; priority: Priority }

const NAMES = { support: 'support ticket', general: 'general inquiry' } as const satisfies Record<TicketType, string>
/** Keeps the line breaks of the typed text without interpreting markup. */
const QUOTE = 'margin:0;padding:12px 16px;border-left:3px solid #c8642b;white-space:pre-wrap'

/** To the staff: the message, and how to reach its writer. */
export function staffEmail(ticket: Written, writer: Writer): Email {
  const facts: [string, string][] = [
    ['From', `${writer.name} <${writer.email}>`],
    ['Phone', writer.phone || 'not given'],
    ['Address', writer.address || 'not given'],
    ['Membership', writer.isMember ? 'Premium' : 'Standard'],
    ...(ticket.type === 'support' ? [['Priority', ticket.priority] as [string, string]] : []),
  ]
  return {
    subject: `New ${NAMES[ticket.type]}: ${ticket.subject}`,
    text: `${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${ticket.message}`,
    html: letterPage(html`<h1 style="font-size:20px">${ticket.subject}</h1>
<table style="border-collapse:collapse">${facts.map(
      ([name, value]) => html`<tr><td style="padding:2px 20px 2px 0">${name}</td><td>${value}</td></tr>`,
    )}</table>
<blockquote style="${QUOTE}">${ticket.message}</blockquote>`),
  }
}

/** To the staff: a later message of the ticket's writer. */
export function moreEmail(ticket: Pick<Written, 'type' | 'subject' | 'message'>, writer: Writer): Email {
  const from = `${writer.name} <${writer.email}> wrote more about a ${NAMES[ticket.type]}.`
  return {
    subject: `Re: New ${NAMES[ticket.type]}: ${ticket.subject}`,
    text: `${from}\n\n${ticket.message}`,
    html: letterPage(html`<p>${from}</p>
<blockquote style="${QUOTE}">${ticket.message}</blockquote>`),
  }
}

type Answer = {
  type: TicketType
  subject: string
  answer: string
  /** Earlier messages and answers, oldest first. */
  quoted: readonly { kind: 'message' | 'answer' | 'note'; body: string }[]
}

const HOW_TO_GO_ON = 'To go on, write under Support on any page while you are signed in.'

/** To the writer: an answer, with the conversation quoted below it, newest first, as mail programs do. */
export function answerEmail({ type, subject, answer, quoted }: Answer, writer: Writer): Email {
  const before = quoted
    .toReversed()
    .map(({ kind, body }) => ({ who: kind === 'answer' ? 'We wrote' : 'You wrote', body }))
  const asQuote = ({ who, body }: (typeof before)[number]) => `${who}:\n${body.replace(/^/gm, '> ')}`
  return {
    // Mail programs group e-mails by subject, so the answer joins the ticket's confirmation.
    subject: `Re: ${confirmationSubject({ type, subject })}`,
    text: `${answer}\n\nRedoubt. Hold the line.\n\n${HOW_TO_GO_ON}\n\n${before.map(asQuote).join('\n\n')}\n`,
    html: letterPage(html`<p style="white-space:pre-wrap">${answer}</p>
${FAREWELL}
<p style="color:#57574a;font-size:14px">${HOW_TO_GO_ON} You are ${writer.email} there.</p>
${before.map(
  ({ who, body }) => html`<p style="margin:16px 0 4px">${who}:</p>
<blockquote style="${QUOTE}">${body}</blockquote>`,
)}`),
  }
}

const confirmationSubject = ({ type, subject }: Pick<Written, 'type' | 'subject'>) =>
  `We have your ${NAMES[type]}: ${subject}`

/** To the writer: a confirmation that quotes their message. */
export const confirmationEmail = (ticket: Written, writer: Writer): Email => ({
  subject: confirmationSubject(ticket),
  text: `Hello ${writer.name},

we have your ${NAMES[ticket.type]} and will answer by e-mail. You find it under Support on every page while you are signed in.

This is what you wrote:

${ticket.message}

Redoubt. Hold the line.`,
  html: letterPage(html`<p>Hello ${writer.name},</p>
<p>we have your ${NAMES[ticket.type]} and will answer by e-mail. You find it under Support on every page while you are signed in.</p>
<p>This is what you wrote:</p>
<blockquote style="${QUOTE}">${ticket.message}</blockquote>
${FAREWELL}`),
})
