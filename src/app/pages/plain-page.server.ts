import { html } from 'hono/html'
import { titleOf } from '#kernel/values/words/document-title.ts'

/** The content security policy of a page without scripts. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * An HTML page for the shop's operator: no script, one small style sheet, not indexed.
 * @param shop the shop's name.
 */
export const plainPage = (shop: string, title: string, body: ReturnType<typeof html>) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${titleOf(title, shop)}</title>
      <link rel="stylesheet" href="/plain-page.css" />
    </head>
    <body>
      <main>${body}</main>
    </body>
  </html>`
