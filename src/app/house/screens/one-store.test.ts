import { expect, it } from 'vitest'
import { filesLike, fileText } from '../../testing/source/repository-files.ts'

/**
 * A value outside of React stands in `createStore`, and other news in `createNews` (src/kernel/client/store.ts): who is told, in which
 * order, and what a listener that leaves in between hears is decided there. So code of the browser keeps no set of listeners of its own, and
 * `useSyncExternalStore` stands elsewhere only over an event of the browser.
 */
const STORE = 'src/kernel/client/store.ts'

/** Values that the browser keeps and tells by an event of its own, or that never change. */
const OF_THE_BROWSER: Record<string, string> = {
  'src/app/admin/tabs/tab-rail.tsx': 'a media query',
  'src/app/shell/announcement-bar.tsx': 'local storage, and `createNews` for this page',
  'src/app/shell/offline-bar.tsx': '`online` and `offline`',
  'src/features/draws/web/stage/full-screen-button.tsx': '`fullscreenchange`',
  'src/features/giveaways/giveaway/web/local-moment.tsx': 'the time zone never changes',
  'src/features/identity/age/age-verification-page.tsx': 'the stored answer never changes',
  'src/features/identity/web/use-form.ts': 'ready in the browser, and not on the server',
  'src/ui/time/use-reduced-motion.ts': 'a media query',
}

/** A set or a list of functions, and a call of each. */
const HAND_MADE = [
  /new Set<\s*\(/,
  /new Set<\w*(Listener|Watcher|Follower|Subscriber|Callback)\w*>/,
  /:\s*(?:Set<\(|\(\([^)]*\) => (?:void|unknown)\)\[\])/,
  /for \(const (?!stop|leave)(\w+) of [^)]*\)\s*\1\(/,
  /\.forEach\(\(?(\w+)\)? => \1\(/,
]

const texts = new Map(
  filesLike('src/**/*.{ts,tsx}')
    .filter(file => !/\.server\.|\.test\.|\/testing\/|\/tests?\//.test(file))
    .map(file => [file, fileText(file)]),
)
const having = (patterns: readonly RegExp[]) =>
  [...texts].filter(([, text]) => patterns.some(pattern => pattern.test(text))).map(([file]) => file)

it('code of the browser has one set of listeners, that of the store', () => {
  expect(having(HAND_MADE)).toEqual([STORE])
})

it('useSyncExternalStore stands in the store, and over values of the browser', () => {
  expect(having([/useSyncExternalStore\(/]).sort()).toEqual([STORE, ...Object.keys(OF_THE_BROWSER)].sort())
  for (const file of Object.keys(OF_THE_BROWSER))
    expect(texts.get(file)).not.toMatch(/\.(add|push)\((listener|changed)\)/)
})
