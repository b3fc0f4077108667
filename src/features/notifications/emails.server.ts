import { html, raw } from 'hono/html'
import type { Email } from './letter.ts'

/**
 * Adds the footer of promotional e-mails: why it was sent, how to unsubscribe, and the postal address (CAN-SPAM).
 * @param sender the shop's name and address, line by line.
 */
export function withUnsubscribe(email: Email, url: string, sender: readonly string[]): Email {
  const postal = sender.join(', ')
  const why = 'You get this e-mail because you have an account at Redoubt.'
  const footer = String(
    html`<p style="color:#57574a;font-size:14px">${why} <a href="${url}">Unsubscribe or choose what you get</a>.<br>${postal}</p>`,
  )
  return {
    subject: email.subject,
    text: `${email.text.trimEnd()}\n\n--\n${why}\nUnsubscribe or choose what you get: ${url}\n${postal}\n`,
    ...(email.html === undefined ? {} : { html: before('</body>', email.html, footer) }),
  }
}

/** Inserts markup before the last occurrence of a tag, or at the end if the tag is missing. */
function before(tag: string, document: string, markup: string): string {
  const at = document.lastIndexOf(tag)
  return String(at < 0 ? raw(document + markup) : raw(document.slice(0, at) + markup + document.slice(at)))
}
