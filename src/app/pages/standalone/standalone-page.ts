import { html } from 'hono/html'
import { LOGO_PATH } from '#kernel/logo-path.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { THEME_SCRIPT } from '#ui/theme/theme.ts'

type Content = {
  title: string
  /** The HTML of `main`, below the header. */
  main: string
  /** More HTML for `head`. */
  head?: string
}

export type Frame = {
  /** URL of the shop's style sheet. */
  stylesheet: string
  /** The shop's name; undefined where a page outlives a change of it. */
  shop?: string
}

const escaped = (text: string) => String(html`${text}`)

/** A page in the shop's design without React and without calls, for when the pages are unavailable. */
export const standalonePage = ({ stylesheet, shop }: Frame, { title, main, head = '' }: Content) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="theme-color" content="#121311">
    <meta name="robots" content="noindex, nofollow">
    <title>${escaped(shop ? titleOf(title, shop) : title)}</title>
    <script>${THEME_SCRIPT}</script>
    <link rel="stylesheet" href="${stylesheet}">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${head}
  </head>
  <body>
    <div class="flex min-h-dvh flex-col">
      <header class="border-line border-b">
        <div class="page-width flex min-h-16 items-center">
          <a href="/" aria-label="${shop ? `${escaped(shop)}, home` : 'Home'}" class="inline-flex min-h-11 min-w-11 items-center gap-2.5">
            <svg aria-hidden="true" width="32" height="32" viewBox="0 0 48 48" fill="currentColor" fill-rule="evenodd" class="shrink-0 text-signal"><path d="${LOGO_PATH}"/></svg>
            ${shop ? `<span class="wrap-anywhere font-condensed font-semibold text-2xl uppercase leading-none tracking-[0.14em]">${escaped(shop)}</span>` : ''}
          </a>
        </div>
      </header>
      <main class="page-width flex flex-1 flex-col items-start justify-center py-16">
        ${main}
      </main>
    </div>
  </body>
</html>
`

export const STANDALONE_BUTTON =
  'label mt-8 inline-flex min-h-12 items-center justify-center gap-2 rounded-sm bg-signal-fill px-6 text-on-signal transition-colors hover:bg-signal-hover'
