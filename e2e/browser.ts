import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { temporaryFolder } from '#app/testing/runs/temporary-folder.ts'
import { isWhole } from '#app/testing/suites/again.ts'
import { PATIENCE_MS } from '#platform/testing/patience.ts'
import { limitContrastGrid } from './contrast-grid.ts'
import { keepAtClose, takeKept } from './kept-pages.ts'
import { knownColours, learnColours, skipKnownColours, type WithColours } from './known-colours.ts'

export type Theme = 'dark' | 'light'
export type Visitor = { context: BrowserContext; page: Page; errors: string[] }

type BrowserOptions = {
  /** The user's size of text in px, 16 by default; layouts follow it. */
  textSize?: number
  /** A Y4M file that the browser's only camera shows, read at each start of the camera; `denied` is a user who forbids the camera. */
  camera?: string
}

const cameraOf = (film: string) => [
  '--use-fake-device-for-media-stream',
  ...(film === 'denied'
    ? ['--use-fake-ui-for-media-stream=deny']
    : ['--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]),
]

/** Launches the packaged Chromium; as root, without its sandbox. */
export async function openBrowser({ textSize = 16, camera }: BrowserOptions = {}): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    headless: true,
    // Pictures of frames in /dev/shm instead of files in /tmp: a tenth of a page load.
    ignoreDefaultArgs: temporaryFolder().startsWith('/dev/shm') ? ['--disable-dev-shm-usage'] : [],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Drawing without a process of its own took 11% less processor time, with equal pictures.
      '--in-process-gpu',
      '--num-raster-threads=1',
      // A page lives for seconds. The optimizing compilers cost 7 of 73 s of processor for the screens of guests and shoppers.
      '--js-flags=--no-maglev --no-turbofan',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(camera ? cameraOf(camera) : []),
      ...(textSize === 16 ? [] : [`--blink-settings=defaultFontSize=${textSize}`]),
    ],
  })
}

let ofSuite: Promise<Browser> | undefined

/** The browser of all files of a suite, which one worker runs. Contexts that a failed test leaves open are closed after its file. */
export async function testBrowser(): Promise<Browser> {
  if (ofSuite && !(await ofSuite).isConnected()) ofSuite = undefined
  ofSuite ??= openBrowser()
  const browser = await ofSuite
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  return browser
}

type Look = {
  width?: number
  theme?: Theme
  origin?: string
  /** The visitor's time zone, in which some pages tell the visitor's own acts. */
  zone?: string
  /**
   * Allows the shop's service worker. While the worker takes over a page, Playwright does not see the page's requests, so only tests
   * that need the worker enable it.
   */
  worker?: boolean
}

/** A visitor with a separate browser context. Console errors of the page are collected. */
export async function visit(browser: Browser, options: Look = {}): Promise<Visitor> {
  const page = await pageFor(browser, options)
  const context = page.context()
  page.setDefaultTimeout(PATIENCE_MS)
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(`${page.url()}: ${message.text()}`))
  page.on('pageerror', error => errors.push(`${page.url()}: ${error.message}`))
  return { context, page, errors }
}

/** A page in a context of its own: one that an earlier test closed, if its context was made alike, or a new one. */
async function pageFor(browser: Browser, look: Look): Promise<Page> {
  const { width = 1440, theme = 'dark', origin, zone, worker } = look
  const viewport = { width, height: width < 600 ? 844 : 900 }
  const hasTouch = width < 600
  // `npm run pictures` passes its origin: outside Vitest nothing is injected.
  const kind = origin || worker || zone ? undefined : `${hasTouch ? 'phone' : 'desk'} at ${inject('origin')}`
  const kept = kind && takeKept(browser, kind)
  if (kept) {
    await kept.setViewportSize(viewport)
    await kept.emulateMedia({
      media: null,
      colorScheme: theme,
      reducedMotion: 'reduce',
      forcedColors: null,
      contrast: null,
    })
    return kept
  }
  const context = await browser.newContext({
    baseURL: origin ?? inject('origin'),
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch,
    timezoneId: zone ?? 'America/Denver',
    locale: 'en-US',
    serviceWorkers: worker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  keepIntercepting(context, page)
  if (kind) keepAtClose(browser, kind, page)
  return page
}

/** 0.65 MB; the package's own `source` is 1.5 MB. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Matches no request of the shop. */
const NO_REQUEST = 'https://none.invalid/'

/**
 * Keeps interception on once a test has used it. When the last route is removed, Chromium may leave a paused request without an answer
 * for ever (https://github.com/microsoft/playwright/issues/41802).
 */
function keepIntercepting(context: BrowserContext, page: Page): void {
  const [ofContext, ofPage] = [context.route.bind(context), page.route.bind(page)]
  let kept: Promise<unknown> | undefined
  const keep = () => {
    kept ??= ofContext(NO_REQUEST, route => route.abort())
    return kept
  }
  context.route = async (...route) => {
    await keep()
    return ofContext(...route)
  }
  const unrouteAll = context.unrouteAll.bind(context)
  context.unrouteAll = async (...options) => {
    kept = undefined
    await unrouteAll(...options)
  }
  page.route = async (...route) => {
    await keep()
    return ofPage(...route)
  }
}

/** Opens a page and waits until it handles clicks and keys. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForFunction(() => Object.keys(document.querySelector('main')!).length > 0)
}

/** A light page with a heading of its own, between two addresses of the app. */
const BETWEEN = { path: '/unsubscribe', heading: 'E-mail choices' }

/**
 * Goes to another address of the app as the Back button does, without a page load: scripts, styles and axe stay compiled. No part of the
 * screen before is left when it returns.
 */
export async function goInApp(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { name: BETWEEN.heading, exact: true })
  await pop(page, BETWEEN.path)
  await heading.waitFor()
  await pop(page, path)
  await heading.waitFor({ state: 'detached' })
}

const pop = (page: Page, path: string) =>
  page.evaluate(path => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * One run of axe: on the whole page unless `include` is called, with all rules unless `withRules` is called. The axe package for Playwright
 * sends 0.5 MB of axe twice per run and reports passed rules too, which took half of the time. Contrast is measured once per kind of element, see
 * `known-colours.ts`, among the elements that can lie behind it, see `contrast-grid.ts`.
 */
export function axeOf(page: Page) {
  const options: axe.RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    // The only rule in use that loads anything first looks at media; axe would parse each style sheet a second time.
    preload: { assets: ['media'] },
    // New in this version of axe. The rule reads the mark of a taken slot, "R" above the number, as text that the slot's name should start
    // with.
    rules: { 'label-content-name-mismatch': { enabled: false } },
  }
  let where = 'html'
  const look = {
    include(selector: string) {
      where = selector
      return look
    },
    withRules(rules: string[]) {
      options.runOnly = { type: 'rule', values: rules }
      return look
    },
    async analyze() {
      if (!(await page.evaluate(() => 'axe' in window))) {
        await page.evaluate(AXE)
        await page.evaluate(skipKnownColours, knownColours())
        await page.evaluate(limitContrastGrid)
      }
      const { results, fresh } = await page.evaluate(runAxe, [where, options] as const)
      learnColours(fresh)
      return results
    },
  }
  return look
}

async function runAxe([where, options]: readonly [string, axe.RunOptions]) {
  const { axe, colours } = window as unknown as WithColours
  colours.backdrops.clear()
  colours.fresh = []
  colours.measured = []
  const results = await axe.run(where, options)
  return { results, fresh: colours.fresh }
}

/** Expects no axe violations of WCAG 2.2 AA and best practices on the current page. */
export async function expectScreenAccessible(page: Page, what: string): Promise<void> {
  expectNothing(await axeOf(page).analyze(), page, what)
}

const OPEN = ':is([role=dialog], [role=alertdialog], [role=listbox], [role=menu]):visible'

/**
 * Expects the same on a page amid a journey: in every run where something of the shoppers' pages is open on top of it, which no other test looks at.
 * `screens.test.ts` looks at each address in every run and `admin-modals.test.ts` at each modal of the staff, so what else a journey shows is looked
 * at with `--all`.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (isWhole || (!isOfStaff(page) && (await page.locator(OPEN).count()) > 0)) await expectScreenAccessible(page, what)
}

const isOfStaff = (page: Page) => new URL(page.url()).pathname.startsWith('/admin')

/**
 * Expects no violations of axe's colour rules, the only rules that another theme can break. Journeys look at a second theme with `--all` only;
 * `screens.test.ts` and `admin-modals.test.ts` look at each theme in every run.
 */
export async function expectLegible(page: Page, theme: Theme, what: string): Promise<void> {
  if (!isWhole) return
  await inTheme(page, theme)
  const rules = ['color-contrast', 'link-in-text-block']
  expectNothing(await axeOf(page).withRules(rules).analyze(), page, `${what}, ${theme}`)
}

/** Expects no violations in the current theme, and with `--all` no violation of the colour rules in the other. */
export async function expectBothThemes(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what)
  await expectLegible(page, 'light', what)
  await inTheme(page, 'dark')
}

/** Switches the page's theme until the next load. */
export const inTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(name => {
    document.documentElement.dataset.theme = name
  }, theme)

/** Fails with the violated rules and their elements. */
export function expectNothing({ violations }: axe.AxeResults, page: Page, what: string): void {
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(node => node.target.join(' '))
        .slice(0, 5)
        .join(' | ')}`,
  )
  expect(found, `${what} at ${page.url()}`).toEqual([])
}

/** The newest matching message to a recipient, from the demo outbox of the shop at `origin`. */
export async function messageTo(to: string, matches: RegExp, origin = inject('origin')): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`${origin}/dev/outbox.json?to=${encodeURIComponent(to)}`)
    const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] }
    const found = messages.find(message => matches.test(`${message.subject}\n${message.text}`))
    if (found) return `${found.subject}\n${found.text}`
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error(`No message to ${to} matches ${matches}.`)
}
