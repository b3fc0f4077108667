import { html } from 'hono/html'

/** An e-mail's words. `html` is a whole document; what people wrote is escaped in it already (`hono/html`). */
export type Email = { subject: string; text: string; html?: string }

type Letter = { subject: string; paragraphs: string[]; action: { label: string; url: string } }

type Markup = ReturnType<typeof html>

/** The document of every letter. */
export const letterPage = (body: Markup): string =>
  String(html`<!doctype html><html lang="en"><body style="font:17px/1.5 sans-serif;color:#1b1d19;max-width:34em">
${body}</body></html>`)

/** How a letter to a customer ends. */
export const FAREWELL = html`<p style="color:#57574a">Redoubt. Hold the line.</p>`

/** A letter of plain sentences and one link. Everything given is text: markup in it is shown, not obeyed. */
export const letterOf = ({ subject, paragraphs, action }: Letter): Email => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${action.label}: ${action.url}\n`,
  html: letterPage(html`${paragraphs.map(paragraph => html`<p>${paragraph}</p>`)}
<p><a href="${action.url}" style="color:#9a4a1d">${action.label}</a></p>
${FAREWELL}`),
})
