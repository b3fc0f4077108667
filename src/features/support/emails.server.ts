import { html } from 'hono/html'
import { FAREWELL, letterPage } from '#features/notifications/letter.ts'
import type { Writer } from './queries.server.ts'
import type { Priority, TicketType } from './rules.ts'

type Email = { subject: string; text: string; html: string }
type Written = { type: TicketType; subject: string; message: string; priority: Priority }

const NAMES = { support: 'support ticket', general: 'general inquiry' } as const satisfies Record<TicketType, string>
/** Keeps the lines of what was typed without turning any of it into markup. */
const QUOTE = 'margin:0;padding:12px 16px;border-left:3px solid #c8642b;white-space:pre-wrap'

/** To the staff: what was written, and how its writer is reached. */
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

/** To the writer: that it arrived, in their own words. */
export const confirmationEmail = (ticket: Written, writer: Writer): Email => ({
  subject: `We have your ${NAMES[ticket.type]}: ${ticket.subject}`,
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
