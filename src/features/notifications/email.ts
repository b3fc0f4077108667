import { html } from 'hono/html'
import type { DataContext } from '#kernel/context.ts'
import type { Attachment } from '#kernel/ports/messages.ts'

export type Markup = ReturnType<typeof html>
/** A string is one paragraph of text: markup in it is shown, not interpreted. Other blocks come from `html` or the functions below. */
export type Block = string | Markup

/** The one source of both parts of an e-mail. `renderEmail` makes the HTML of it, and derives the text from that HTML. */
export type Email = {
  subject: string
  body: readonly Block[]
  /** The link to which the e-mail leads. */
  action?: { label: string; url: string }
  /** Blocks below the farewell, in small type. */
  below?: readonly Block[]
  attachments?: readonly Attachment[]
  /** The e-mail contains a code, so the row stores it sealed. */
  isSecret?: boolean
  /** Writes the e-mail for an unproven mailbox; missing when it is the same. */
  toUnproven?: () => Email
}

// biome-ignore lint/suspicious/noExplicitAny: each e-mail has data of its own
type Write = (ctx: DataContext, data: any) => Email

type Definition<W extends Write> = {
  /** Example data, with which `src/app/house/emails.test.ts` renders the e-mail. */
  preview: Parameters<W>[1]
  write: W
  /**
   * Reduces the data for an unproven mailbox: takes out texts that a stranger may have typed, such as a name, because they could carry the
   * stranger's message. `no words`: the e-mail has no such texts. `own mailbox`: it goes to the shop's address only.
   */
  unproven: 'no words' | 'own mailbox' | ((data: Parameters<W>[1]) => Parameters<W>[1])
}

/** Declares an e-mail: what it says about its data. @returns the function that writes it, for `sendEmail` or a `Notice`. */
export const defineEmail = <W extends Write>({ preview, write, unproven }: Definition<W>) =>
  Object.assign(
    (ctx: DataContext, data: Parameters<W>[1]) =>
      ({
        ...write(ctx, data),
        ...(typeof unproven === 'function' && { toUnproven: () => write(ctx, unproven(data)) }),
      }) as ReturnType<W>,
    { preview, unproven },
  )

/** Data without the name of a person, for `unproven`. */
export const nameless = <Data extends { name: string }>(data: Data): Data => ({ ...data, name: '' })

/** The first line of an e-mail. Without a name: "Hello,". */
export const greetingOf = (name: string): string => (name ? `Hello ${name},` : 'Hello,')

/** A link in a sentence. The text part has the words and then the address, or the address alone. */
export const link = (url: string, words = url): Markup => html`<a href="${url}">${words}</a>`

/** A one-time code in a sentence. */
export const code = (digits: string): Markup => html`<strong class="code">${digits}</strong>`

export const heading = (words: string): Markup => html`<h1>${words}</h1>`

type Rows = readonly (readonly [name: string, value: string])[]

const rowsOf = (rows: Rows): Markup =>
  html`<tbody>${rows.map(([name, value]) => html`<tr><td>${name}</td><td>${value}</td></tr>`)}</tbody>`

/** Names with their values, one line each. */
export const facts = (rows: Rows): Markup => html`<table>${rowsOf(rows)}</table>`

/** Names with their amounts in one column, group below group. */
export const amounts = (...groups: Rows[]): Markup => html`<table class="amounts">${groups.map(rowsOf)}</table>`

/** Keeps line breaks and spaces, also in mail programs that ignore the page's styles. */
const typed = (text: string, kind: string) =>
  html`<pre class="${kind}" style="font:inherit;white-space:pre-wrap">${text}</pre>`

/** Text as staff or a user typed it, with its line breaks and spaces. */
export const verbatim = (text: string): Markup => typed(text, 'plain')

/** The message that the e-mail is about, with a bar beside it. */
export const message = (text: string): Markup => typed(text, 'bar')

/** An earlier message. The text part marks each of its lines with `>`. @param intro names the writer: `You wrote:`. */
export const quote = (intro: string, text: string): Markup =>
  html`<p class="intro">${intro}</p><blockquote class="bar">${typed(text, 'quoted')}</blockquote>`

/** The paragraphs of a text in which an empty line begins a paragraph. */
export const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/)
