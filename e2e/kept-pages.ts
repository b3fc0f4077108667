import type { Browser, Page } from 'playwright-core'

/** The smallest document of the shop, on which a kept page rests in its renderer. */
export const REST = '/favicon.svg'

/** What a test did to its page, to be undone after it. */
type Traces = { isInUse: boolean; canKeep: boolean; listeners: (() => void)[]; scripts: (() => Promise<void>)[] }

const kept = new WeakMap<Browser, Map<string, Page[]>>()
const tracesOf = new WeakMap<Page, Traces>()

/**
 * Pages that a test has closed serve later tests of the same browser: a renderer that has loaded the shop keeps its scripts compiled, which is
 * half of the processor time of a load in a new one. A page is kept when all that the test did to it can be undone: it rests on `REST`,
 * without cookies, stored values, routes, scripts and listeners. Any other is closed.
 * @param kind contexts of one kind were made alike.
 */
export function takeKept(browser: Browser, kind: string): Page | undefined {
  const page = kept.get(browser)?.get(kind)?.pop()
  if (page) tracesOf.get(page)!.isInUse = true
  return page
}

/** Lets `context.close` keep the page. */
export function keepAtClose(browser: Browser, kind: string, page: Page): void {
  const context = page.context()
  const traces: Traces = { isInUse: true, canKeep: true, listeners: [], scripts: [] }
  tracesOf.set(page, traces)
  follow(page, traces)
  const close = context.close.bind(context)
  context.close = async (...options) => {
    if (!traces.isInUse) return
    traces.isInUse = false
    const isClean = traces.canKeep && (await clean(page, traces).catch(() => false))
    if (!isClean) return close(...options)
    const pages = kept.get(browser) ?? new Map<string, Page[]>()
    kept.set(browser, pages.set(kind, [...(pages.get(kind) ?? []), page]))
  }
}

/** Notes what a test adds, and what cannot be undone. */
function follow(page: Page, traces: Traces): void {
  const context = page.context()
  const spoils = <Part extends object>(part: Part, names: (keyof Part)[]) => {
    for (const name of names) {
      const act = (part[name] as (...input: unknown[]) => unknown).bind(part)
      const noted = (...input: unknown[]) => {
        traces.canKeep = false
        return act(...input)
      }
      part[name] = noted as Part[typeof name]
    }
  }
  spoils(context, ['newCDPSession', 'setOffline', 'grantPermissions', 'setGeolocation', 'setExtraHTTPHeaders'])
  spoils(context, ['exposeFunction', 'exposeBinding'])
  spoils(context.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'])
  spoils(page, ['exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'close'])
  for (const part of [context, page] as Page[]) {
    const on = part.on.bind(part) as (name: string, listener: () => void) => Page
    part.on = ((name: string, listener: () => void) => {
      traces.listeners.push(() => part.off(name as 'load', listener))
      return on(name, listener)
    }) as Page['on']
    const addInitScript = part.addInitScript.bind(part)
    part.addInitScript = async (...script) => {
      const added = await addInitScript(...script)
      traces.scripts.push(() => added.dispose())
      return added
    }
  }
}

/** @returns whether the page is as a new one. */
async function clean(page: Page, { listeners, scripts }: Traces): Promise<boolean> {
  const context = page.context()
  for (const off of listeners.splice(0)) off()
  await Promise.all(context.pages().map(other => other !== page && other.close()))
  await Promise.all([context.unrouteAll(), page.unrouteAll(), ...scripts.splice(0).map(dispose => dispose())])
  // After the scripts of the test, which would run in this document too: a storage that a test had denied stayed denied in the next test.
  await page.goto(REST)
  await context.clearCookies()
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = ''
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
    for (const name of await caches.keys()) await caches.delete(name)
  })
  return true
}
