import { join } from 'node:path'
import { STANDALONE_BUTTON, standalonePage } from '../pages/standalone/standalone-page.ts'

/** Path of the built page: outside the public files, because `/offline` is its only URL. */
export const OFFLINE_FILE = join(import.meta.dirname, '../../../build/offline.html')

/** Files that the page references besides the shop's style sheet. */
export const OFFLINE_ASSETS = ['/offline.js', '/favicon.svg']

/**
 * Replaces any page when the network is down. Plain HTML, because a React page would need its chunks and would run under the URL of another
 * page. It does not say the shop's name, because browsers keep it until a release changes it.
 * @param stylesheet URL of the shop's style sheet.
 */
export const offlinePage = (stylesheet: string) =>
  standalonePage(
    { stylesheet },
    {
      title: 'You are offline',
      head: '<link rel="stylesheet" href="/brand.css"><script src="/offline.js" defer></script>',
      main: `<p id="sign" class="label-sm mb-2 text-signal">No connection</p>
        <h1 id="title" class="text-4xl sm:text-5xl">You are offline</h1>
        <p id="why" class="mt-4 max-w-prose text-lg text-muted">The shop cannot be reached from here at the moment. Your cart is kept on this device, and nothing was charged or lost.</p>
        <p id="state" role="status" class="mt-3 max-w-prose text-lg text-muted">This page continues automatically once the connection is back.</p>
        <a id="retry" href="/" class="${STANDALONE_BUTTON}">Try again</a>`,
    },
  )
