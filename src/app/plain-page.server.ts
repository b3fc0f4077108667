import { html } from 'hono/html'

/** What a page without a script may do. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page to read for whoever runs the shop: no script, one small style sheet, not for searchers. */
export const plainPage = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${title} · Redoubt</title>
      <link rel="stylesheet" href="/plain-page.css" />
    </head>
    <body>
      <main>${body}</main>
    </body>
  </html>`
