import { html, raw } from 'hono/html'

/** An e-mail's words. `html` is a whole document; what people wrote is escaped in it already (`hono/html`). */
export type Email = { subject: string; text: string; html?: string }

type Letter = { subject: string; paragraphs: string[]; action: { label: string; url: string } }

/** A letter of plain sentences and one link. Everything given is text: markup in it is shown, not obeyed. */
export const letterOf = ({ subject, paragraphs, action }: Letter): Email => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${action.label}: ${action.url}\n`,
  html: String(html`<!doctype html><html lang="en"><body style="font:17px/1.5 sans-serif;color:#1b1d19;max-width:34em">
${paragraphs.map(paragraph => html`<p>${paragraph}</p>`)}
<p><a href="${action.url}" style="color:#9a4a1d">${action.label}</a></p>
<p style="color:#57574a">Redoubt. Hold the line.</p></body></html>`),
})

const POSTAL = 'Redoubt Supply Co., PO Box 2100, Provo, UT 84603'

/** The same e-mail with the end that every promotional one has: why it came, how to stop it, and the postal address (CAN-SPAM). */
export function withUnsubscribe(email: Email, url: string): Email {
  const why = 'You get this e-mail because you have an account at Redoubt.'
  const footer = String(
    html`<p style="color:#57574a;font-size:14px">${why} <a href="${url}">Unsubscribe or choose what you get</a>.<br>${POSTAL}</p>`,
  )
  return {
    subject: email.subject,
    text: `${email.text.trimEnd()}\n\n--\n${why}\nUnsubscribe or choose what you get: ${url}\n${POSTAL}\n`,
    ...(email.html === undefined ? {} : { html: before('</body>', email.html, footer) }),
  }
}

/** Puts markup before the last occurrence of a tag, or at the end where there is none. */
function before(tag: string, document: string, markup: string): string {
  const at = document.lastIndexOf(tag)
  return String(at < 0 ? raw(document + markup) : raw(document.slice(0, at) + markup + document.slice(at)))
}
