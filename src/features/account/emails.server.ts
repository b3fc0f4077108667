import { html } from 'hono/html'
import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { FAREWELL, letterPage } from '#features/notifications/letter.ts'

const SENTENCES = [
  'your Redoubt account was deleted just now, as you asked. Every browser is signed out, and your membership, if you had one, has ended.',
  `What the law wants us to keep, payments, credits and draws, is kept without your name. Orders of the last ${RETURN_DAYS} days keep their address until they can no longer be returned.`,
  'This is our last message to you. If it was not you who deleted it, reply to it.',
]

/** The last e-mail to somebody. */
export const farewellEmail = (name: string) => ({
  subject: 'Your Redoubt account was deleted',
  text: [`Hello ${name},`, ...SENTENCES].join('\n\n'),
  html: letterPage(html`<p>Hello ${name},</p>${SENTENCES.map(sentence => html`<p>${sentence}</p>`)}
${FAREWELL}`),
})
