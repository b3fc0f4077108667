import { html } from 'hono/html'

/** The text of an e-mail. `html` is a whole document in which user input is already escaped (`hono/html`). */
export type Email = { subject: string; text: string; html?: string }

type Letter = { subject: string; paragraphs: string[]; action: { label: string; url: string } }

type Markup = ReturnType<typeof html>

/** The HTML document of every e-mail. */
export const letterPage = (body: Markup): string =>
  String(html`<!doctype html><html lang="en"><body style="font:17px/1.5 sans-serif;color:#1b1d19;max-width:34em">
${body}</body></html>`)

/** The closing of an e-mail to a customer. */
export const FAREWELL = html`<p style="color:#57574a">Redoubt. Hold the line.</p>`

/** An e-mail of plain sentences and one link. All input is text: markup in it is shown, not interpreted. */
export const letterOf = ({ subject, paragraphs, action }: Letter): Email => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${action.label}: ${action.url}\n`,
  html: letterPage(html`${paragraphs.map(paragraph => html`<p>${paragraph}</p>`)}
<p><a href="${action.url}" style="color:#9a4a1d">${action.label}</a></p>
${FAREWELL}`),
})
