import crypto, { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { startServer } from '#app/server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { readEnv } from '#platform/env.ts'
import { openBrowser, type Theme, visit } from './browser.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

export type PicturedScreen = {
  name: string
  /** The address, or what makes the screen's data and returns its address. */
  path: string | ((server: Server) => Promise<string>)
  as?: 'shopper' | 'premium' | 'admin'
  /** A button that opens the part to show. */
  press?: RegExp
  /** Text that is shown later than the rest; with `press`, the button adds it to the page and opens no dialog. */
  until?: RegExp
  /** A dialog opens with the address. */
  isDialog?: boolean
  /** Runs before the pictures are taken. */
  prepare?: (server: Server) => Promise<void>
}

/** Screens whose pictures are in docs/pictures; a test compares them. */
export const MAIN_SCREENS: PicturedScreen[] = [
  { name: 'home', path: '/' },
  { name: 'store', path: '/store' },
  { name: 'product', path: '/product/star-fort-t-shirt' },
  { name: 'giveaways', path: '/giveaways' },
  { name: 'register', path: '/register' },
  { name: 'checkout-guest', path: '/checkout' },
  { name: 'cart', path: '/store', press: /^Add to cart: Star-Fort Sticker/ },
  { name: 'slots', path: '/giveaways', as: 'shopper', press: /^Enter giveaway: Loaded Gear/ },
  { name: 'dashboard', path: '/dashboard', as: 'shopper' },
  { name: 'admin-products', path: '/admin?tab=products&sort=name', as: 'admin' },
  { name: 'admin-orders', path: '/admin?tab=orders', as: 'admin' },
  { name: 'admin-codes', path: '/admin?tab=codes', as: 'admin' },
]

/**
 * Screens whose pictures are in docs/pictures and are not compared: ids, secrets and log keys of each demo shop are random, and seal, order
 * and winner follow from them. The last one freezes a list, which changes other screens.
 */
export const DRAW_SCREENS: PicturedScreen[] = [
  {
    name: 'stage-drawn',
    path: '/giveaways/expedition-tent/stage',
    until: /^(Winning slot|Drawn first)$/,
    prepare: witnessLog,
  },
  {
    name: 'draw-proof',
    path: '/giveaways/expedition-tent',
    press: /^Check here$/,
    until: /^This draw is true$/,
    prepare: witnessLog,
  },
  { name: 'stage-sealed', path: '/giveaways/field-kit/stage', until: /^The list is sealed$/, prepare: freezeList },
]

/** Further screens, for a review of a UI change. The demo's winners are others each time, because its draws have keys of their own. */
export const MORE_SCREENS: PicturedScreen[] = [
  { name: 'admin-giveaways', path: '/admin?tab=giveaways', as: 'admin' },
  { name: 'admin-winners', path: '/admin?tab=winners', as: 'admin' },
  { name: 'giveaways-past', path: '/giveaways?tab=past' },
  { name: 'login', path: '/login' },
  { name: 'legal', path: '/legal' },
  { name: 'home-shopper', path: '/', as: 'shopper' },
  { name: 'giveaways-shopper', path: '/giveaways', as: 'shopper' },
  { name: 'dashboard-profile', path: '/dashboard?tab=profile', as: 'shopper' },
  { name: 'dashboard-purchases', path: '/dashboard?tab=purchases', as: 'shopper' },
  { name: 'dashboard-giveaways', path: '/dashboard?tab=giveaways', as: 'shopper' },
  { name: 'dashboard-subscription', path: '/dashboard?tab=subscription', as: 'premium' },
  { name: 'admin-credit-audit', path: '/admin?tab=creditaudit', as: 'admin' },
  { name: 'admin-revenue', path: '/admin?tab=revenue&days=all&by=product', as: 'admin' },
  { name: 'gallery', path: '/dev/gallery' },
]

export const PICTURES = 'docs/pictures'
export const WIDTHS = [390, 1440]
export const THEMES: Theme[] = ['dark', 'light']
/** The time on every picture, for the shop and the browser. */
const NOW = new Date('2026-06-15T18:00:00Z')

/** A picture of a screen as PNG. The name has width and theme: `store-390-dark`. */
export type Picture = { name: string; png: Buffer }

/** Referral codes become equal each time, whatever the ids of the rows. @returns a function that makes them random again. */
function fixChance(): () => void {
  const { randomInt } = crypto
  const digest = (text: string) => createHash('sha256').update(text).digest()
  let count = 0
  crypto.randomInt = ((below: number) => digest(String(count++)).readUInt32BE() % below) as typeof randomInt
  // Imports of single functions from node:crypto follow.
  syncBuiltinESMExports()
  return () => {
    crypto.randomInt = randomInt
    syncBuiltinESMExports()
  }
}

/**
 * A demo shop whose clock stands still and that runs no jobs, and a browser: two pictures of one screen are equal.
 * `take` takes the four pictures of a screen, or some of them. The caller closes the booth.
 */
export async function openBooth() {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-pictures-'))
  const freeChance = fixChance()
  const env = { PORT: '0', ROLE: 'web', DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
  const [server, browser] = await Promise.all([startServer(readEnv(env), { now: () => new Date(NOW) }), openBrowser()])
  const pages = new Map<string, Promise<Page>>()

  async function openPage(width: number, as?: string): Promise<Page> {
    const { context, page } = await visit(browser, { width, origin: server.address })
    // The demo's draws have keys of their own, so now and then the user of the pictures wins one.
    await page.route('**/api/my/prizes', route => route.fulfill({ json: { prizes: [] } }))
    await context.clock.setFixedTime(NOW)
    // No cart of the screen before. With this theme the page follows the browser's without a reload.
    await context.addInitScript(`localStorage.clear(); localStorage.setItem('redoubt.theme', 'system')`)
    if (!as) return page
    const data = { email: `${as}@redoubt.test`, password: DEMO_PASSWORD }
    const answer = await page.request.post('/api/auth/login', { headers: { origin: server.address }, data })
    if (!answer.ok()) throw new Error(`The sign-in of ${as} answered ${answer.status()}.`)
    await context.addInitScript(`localStorage.setItem('redoubt.signed-in', '1')`)
    return page
  }

  return {
    async take(screen: PicturedScreen, widths = WIDTHS, themes = THEMES): Promise<Picture[]> {
      const pictures: Picture[] = []
      await screen.prepare?.(server)
      const path = typeof screen.path === 'string' ? screen.path : await screen.path(server)
      for (const width of widths) {
        const key = `${width} ${screen.as}`
        if (!pages.has(key)) pages.set(key, openPage(width, screen.as))
        const page = await pages.get(key)!
        await open(page, screen, path)
        await hideWhatChanges(page)
        for (const theme of themes) {
          // Header and navigation stand where a page begins.
          if (screen.until) await page.evaluate(() => window.scrollTo(0, 0))
          await page.emulateMedia({ colorScheme: theme })
          const png = await page.screenshot({ fullPage: !opensDialog(screen), animations: 'disabled' })
          pictures.push({ name: `${screen.name}-${width}-${theme}`, png })
        }
      }
      return pictures
    },
    async close() {
      await browser.close()
      await server.stop()
      freeChance()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const opensDialog = ({ press, until, isDialog }: PicturedScreen) =>
  isDialog || (press !== undefined && until === undefined)

/** Signs in. @returns calls of the API that throw at a refusal. */
export async function callAs({ address }: Server, email: string, password: string) {
  const send = async (path: string, token: string, body?: object, method = body ? 'POST' : 'GET') => {
    const headers = { origin: address, 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { idToken } = await send('/auth/login', '', { email, password })
  return (path: string, body?: object, method?: string) => send(path, idToken, body, method)
}

/** The witnesses sign the log, which the web process does not ask for. */
async function witnessLog({ shop }: Server): Promise<void> {
  await tendDraws(shop.system)
}

/** Staff freeze the list of a giveaway of the demo, and the witnesses sign it. The clock stands still, so that its round never comes. */
async function freezeList(server: Server): Promise<void> {
  const title = 'Field Kit'
  const call = await callAs(server, 'admin@redoubt.test', DEMO_PASSWORD)
  const { giveaways } = await call('/giveaways?past=true')
  const { id } = giveaways.find((giveaway: { title: string }) => giveaway.title === title)
  await call('/admin/select-automatic-winner', { giveawayId: id, title, reason: 'The stream is on.' })
  await witnessLog(server)
}

async function open(page: Page, screen: PicturedScreen, path: string): Promise<void> {
  const { press, until } = screen
  await page.goto(path, { waitUntil: 'load' })
  await page.locator('h1:visible').first().waitFor()
  await atRest(page)
  if (press) await page.getByRole('button', { name: press }).click()
  if (until) await page.getByText(until).waitFor()
  if (opensDialog(screen)) await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
  if (press || until) await atRest(page)
}

/** Waits for data, fonts, images (including those below the fold), and parts that measure their size after the first paint. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector('main')!).length > 0 &&
      document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0 &&
      [...document.querySelectorAll('main [role=status]')].every(status => status.textContent?.trim() !== 'Loading…'),
  )
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.all([document.fonts.ready, ...images.map(image => image.decode().catch(() => {}))])
    for (let frame = 0; frame < 5; frame++) {
      await new Promise(done => requestAnimationFrame(done))
      await new Promise(done => requestIdleCallback(done))
    }
  })
}

/**
 * The number of the release in the footer would change every picture at each release. The winners of the demo's draws are others each time,
 * because its draws have keys of their own.
 */
async function hideWhatChanges(page: Page): Promise<void> {
  const version = page.locator('footer:not([role=dialog] footer) .tabular-nums')
  const winners = page.locator('main li p').filter({ hasText: /^Winner/ })
  for (const part of [version, winners])
    await part.evaluateAll((found: HTMLElement[]) => {
      for (const element of found) element.style.visibility = 'hidden'
    })
}
