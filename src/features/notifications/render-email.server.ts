import { html, raw } from 'hono/html'
import { compile, type FormatCallback } from 'html-to-text'
import { type AccentTones, accentTonesOf } from '#kernel/brand/accent-tones.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { type Block, type Email, link } from './email.ts'
import { emailHead } from './email-head.server.ts'

type Brand = Pick<Settings['brand'], 'name' | 'tagline'>

/** Colours by class, so that a mail program without `style` falls back to its own readable ones, in light and in dark. */
const styleOf = ({ light, dark }: AccentTones) => `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;font:17px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;color:#1b1d19;background:#f6f3ec}
main{display:block;max-width:34em;margin:0 auto;padding-top:8px;border-top:4px solid ${light.fill};overflow-wrap:anywhere}
h1{font-size:22px;line-height:1.25}
a{color:${light.text}}
.action a{display:inline-block;padding:10px 18px;border-radius:4px;background:${light.fill};color:${light.onFill};font-weight:600;text-decoration:none}
.brand img{max-width:100%;border:0;vertical-align:middle}
.code{font-size:1.4em;letter-spacing:.15em}
.quiet{color:#57574a}
.below{font-size:14px;color:#57574a}
table{border-collapse:collapse}
td{padding:4px 24px 4px 0;vertical-align:top}
.amounts{width:100%}
.amounts td+td{padding-right:0;text-align:right;font-variant-numeric:tabular-nums}
.amounts tbody+tbody tr:first-child td{border-top:1px solid #cfc9ba}
.amounts tbody+tbody tr:last-child td{font-weight:600}
pre{margin:16px 0}
.bar{margin:16px 0;padding:12px 16px;border-left:3px solid ${light.fill}}
.bar pre{margin:0}
hr{border:0;border-top:1px solid #cfc9ba}
@media(prefers-color-scheme:dark){.light{display:none}.dark{display:inline!important}body{color:#e9e5da;background:#16180f}main{border-color:${dark.fill}}.bar{border-color:${dark.fill}}a{color:${dark.text}}.action a{background:${dark.fill};color:${dark.onFill}}.quiet,.below{color:#aba796}hr,.amounts tbody+tbody tr:first-child td{border-color:#3a3c30}}`

const farewellOf = ({ name, tagline }: Brand) => html`<p class="quiet">${`${withFullStop(name)} ${tagline}`.trim()}</p>`

const pageOf = (subject: string, style: string, head: string, content: string): string =>
  String(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title><style>${raw(style)}</style></head>
<body><main>${raw(head)}${raw(content)}</main></body></html>`)

const linesOf = (text: string) => text.split('\n').map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)
const blocksOf = (blocks: readonly Block[]) =>
  blocks.map(block => (typeof block === 'string' ? html`<p>${linesOf(block)}</p>` : block))

/** `See your order: https://…`, or the address alone where it is also the words. */
const formatLink: FormatCallback = ({ attribs, children }, walk, builder) => {
  walk(children, builder)
  if (children[0]?.data !== attribs.href) builder.addInline(`: ${attribs.href}`, { noWordTransform: true })
}

/** `Tax: $4.00` */
const formatRow: FormatCallback = ({ children: [name, value] }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(name!.children, builder)
  builder.addInline(': ')
  walk(value!.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/** Made once, because compiling takes longer than converting. */
const textOf = compile({
  wordwrap: false,
  formatters: { link: formatLink, row: formatRow },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'table', format: 'block' },
    { selector: 'tbody', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'tr', format: 'row' },
    { selector: 'hr', format: 'blockString', options: { string: '--' } },
    { selector: 'p.intro', format: 'paragraph', options: { leadingLineBreaks: 2, trailingLineBreaks: 1 } },
    { selector: 'pre.quoted', format: 'pre', options: { leadingLineBreaks: 1 } },
    { selector: 'blockquote', options: { leadingLineBreaks: 1, trimEmptyLines: false } },
  ],
})

/**
 * Renders both parts of an e-mail from one source. Decision 72 has the reasons.
 * @param ctx the brand says farewell; its picture is the head of the HTML, and its accent the colour.
 * @returns `html`, a whole document, and `text`, the same content with each link's address written out.
 */
export async function renderEmail(
  ctx: Pick<DataContext, 'origin' | 'settings'>,
  { subject, body, action, below }: Email,
): Promise<{ subject: string; text: string; html: string }> {
  const content = String(html`${blocksOf(body)}
${action ? html`<p class="action">${link(action.url, action.label)}</p>` : ''}
${farewellOf(ctx.settings.brand)}
${below ? html`<hr><div class="below">${blocksOf(below)}</div>` : ''}`)
  const style = styleOf(await accentTonesOf(ctx.settings.brand.accent))
  return { subject, text: `${textOf(content)}\n`, html: pageOf(subject, style, emailHead(ctx), content) }
}
