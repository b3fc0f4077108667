import { join } from 'node:path'
import { THEME_SCRIPT } from '#ui/theme.ts'

/** Where the built page is put: beside the pages' code, not among the public files, as `/offline` is its one address. */
export const OFFLINE_FILE = join(import.meta.dirname, '../../../build/offline.html')

/** What the page names besides the shop's style sheet. */
export const OFFLINE_ASSETS = ['/offline.js', '/favicon.svg']

/**
 * The page that stands in for any other when the network is gone. It is plain HTML: a page of React would need its chunks, and would
 * find itself under an address that is not its own.
 * @param stylesheet address of the shop's style sheet.
 */
export const offlinePage = (stylesheet: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="theme-color" content="#121311">
    <meta name="robots" content="noindex, nofollow">
    <title>You are offline · Redoubt</title>
    <script>${THEME_SCRIPT}</script>
    <link rel="stylesheet" href="${stylesheet}">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <script src="/offline.js" defer></script>
  </head>
  <body>
    <div class="flex min-h-dvh flex-col">
      <header class="border-line border-b">
        <div class="page-width flex min-h-16 items-center">
          <a href="/" class="inline-flex min-h-11 items-center gap-2.5">
            <img src="/favicon.svg" alt="" width="32" height="32">
            <span class="font-condensed font-semibold text-2xl uppercase leading-none tracking-[0.14em]">Redoubt</span>
          </a>
        </div>
      </header>
      <main class="page-width flex flex-1 flex-col items-start justify-center py-16">
        <p id="sign" class="label-sm mb-2 text-signal">No connection</p>
        <h1 id="title" class="text-4xl sm:text-5xl">You are offline</h1>
        <p id="why" class="mt-4 max-w-prose text-lg text-muted">The shop cannot be reached from here at the moment. Your cart is kept on this device, and nothing was charged or lost.</p>
        <p id="state" role="status" class="mt-3 max-w-prose text-lg text-muted">This page goes on by itself once the connection is back.</p>
        <a id="retry" href="/" class="label mt-8 inline-flex min-h-12 items-center justify-center gap-2 rounded-sm bg-signal-fill px-6 text-on-signal transition-colors hover:bg-signal-hover">Try again</a>
      </main>
    </div>
  </body>
</html>
`
