import { LOGO_PATH } from '#kernel/logo-path.ts'
import { THEME_SCRIPT } from '#ui/theme/theme.ts'

type Content = {
  title: string
  /** The HTML of `main`, below the header. */
  main: string
  /** More HTML for `head`. */
  head?: string
}

/**
 * A page in the shop's design without React and without calls, for when the pages are unavailable.
 * @param stylesheet URL of the shop's style sheet.
 */
export const standalonePage = (stylesheet: string, { title, main, head = '' }: Content) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="theme-color" content="#121311">
    <meta name="robots" content="noindex, nofollow">
    <title>${title} · Redoubt</title>
    <script>${THEME_SCRIPT}</script>
    <link rel="stylesheet" href="${stylesheet}">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${head}
  </head>
  <body>
    <div class="flex min-h-dvh flex-col">
      <header class="border-line border-b">
        <div class="page-width flex min-h-16 items-center">
          <a href="/" class="inline-flex min-h-11 items-center gap-2.5">
            <svg aria-hidden="true" width="32" height="32" viewBox="0 0 48 48" fill="currentColor" fill-rule="evenodd" class="shrink-0 text-signal"><path d="${LOGO_PATH}"/></svg>
            <span class="font-condensed font-semibold text-2xl uppercase leading-none tracking-[0.14em]">Redoubt</span>
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
