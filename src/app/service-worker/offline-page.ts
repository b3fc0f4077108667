import { join } from 'node:path'
import { STANDALONE_BUTTON, standalonePage } from '../standalone-page.ts'

/** Where the built page is put: beside the pages' code, not among the public files, as `/offline` is its one address. */
export const OFFLINE_FILE = join(import.meta.dirname, '../../../build/offline.html')

/** What the page names besides the shop's style sheet. */
export const OFFLINE_ASSETS = ['/offline.js', '/favicon.svg']

/**
 * The page that stands in for any other when the network is gone. It is plain HTML: a page of React would need its chunks, and would
 * find itself under an address that is not its own.
 * @param stylesheet address of the shop's style sheet.
 */
export const offlinePage = (stylesheet: string) =>
  standalonePage(stylesheet, {
    title: 'You are offline',
    head: '<script src="/offline.js" defer></script>',
    main: `<p id="sign" class="label-sm mb-2 text-signal">No connection</p>
        <h1 id="title" class="text-4xl sm:text-5xl">You are offline</h1>
        <p id="why" class="mt-4 max-w-prose text-lg text-muted">The shop cannot be reached from here at the moment. Your cart is kept on this device, and nothing was charged or lost.</p>
        <p id="state" role="status" class="mt-3 max-w-prose text-lg text-muted">This page goes on by itself once the connection is back.</p>
        <a id="retry" href="/" class="${STANDALONE_BUTTON}">Try again</a>`,
  })
