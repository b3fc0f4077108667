import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import sharp from 'sharp'
import { buildIfNeeded } from '#app/cli/build.ts'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { startServer } from '#app/server.ts'
import { readEnv } from '#platform/env.ts'

/**
 * `npm run pictures [folder] [name …]`: takes pictures of the demo shop's main screens at 390 and 1440 px in both themes, for a review
 * after each UI change. Without a folder, writes them to docs/pictures as WebP for the README.
 */
/** `press` names a button that opens the part to show. */
type Screen = { name: string; path: string; as?: 'shopper' | 'premium' | 'admin'; press?: RegExp }

const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'store', path: '/store' },
  { name: 'product', path: '/product/star-fort-t-shirt' },
  { name: 'giveaways', path: '/giveaways' },
  { name: 'giveaways-past', path: '/giveaways?tab=past' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'legal', path: '/legal' },
  { name: 'checkout-guest', path: '/checkout' },
  { name: 'home-shopper', path: '/', as: 'shopper' },
  { name: 'giveaways-shopper', path: '/giveaways', as: 'shopper' },
  { name: 'slots', path: '/giveaways', as: 'shopper', press: /^Enter giveaway: Loaded Gear/ },
  { name: 'cart', path: '/store', press: /^Add to cart: Star-Fort Sticker/ },
  { name: 'dashboard', path: '/dashboard', as: 'shopper' },
  { name: 'dashboard-profile', path: '/dashboard?tab=profile', as: 'shopper' },
  { name: 'dashboard-purchases', path: '/dashboard?tab=purchases', as: 'shopper' },
  { name: 'dashboard-giveaways', path: '/dashboard?tab=giveaways', as: 'shopper' },
  { name: 'admin-giveaways', path: '/admin?tab=giveaways', as: 'admin' },
  { name: 'admin-products', path: '/admin?tab=products', as: 'admin' },
  { name: 'admin-winners', path: '/admin?tab=winners', as: 'admin' },
  { name: 'dashboard-subscription', path: '/dashboard?tab=subscription', as: 'premium' },
  { name: 'admin-orders', path: '/admin?tab=orders', as: 'admin' },
  { name: 'admin-codes', path: '/admin?tab=codes', as: 'admin' },
  { name: 'admin-credit-audit', path: '/admin?tab=creditaudit', as: 'admin' },
  { name: 'admin-revenue', path: '/admin?tab=revenue&days=all&by=product', as: 'admin' },
  { name: 'gallery', path: '/dev/gallery' },
]

const WIDTHS = [1440, 390]
const [out = 'docs/pictures', ...names] = process.argv.slice(2)
const FOR_DOCS = out === 'docs/pictures'
buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'redoubt-pictures-'))
const server = await startServer(readEnv({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }))
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await mkdir(out, { recursive: true })
  for (const theme of ['dark', 'light'] as const) for (const width of WIDTHS) await takeAll(browser, theme, width)
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function takeAll(browser: Browser, theme: 'dark' | 'light', width: number): Promise<void> {
  const wanted = SCREENS.filter(screen => names.length === 0 || names.includes(screen.name))
  for (const as of [undefined, 'shopper', 'premium', 'admin'] as const) {
    const screens = wanted.filter(screen => screen.as === as)
    if (screens.length === 0) continue
    const context = await browser.newContext({
      baseURL: server.address,
      viewport: { width, height: width < 600 ? 844 : 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      timezoneId: 'America/Denver',
    })
    await context.addInitScript(`localStorage.setItem('redoubt.theme', '${theme}')`)
    const page = await context.newPage()
    if (as) {
      await page.goto('/login')
      await page.getByLabel(/^Email/).fill(`${as}@redoubt.test`)
      await page.getByLabel(/^Password/).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.waitForURL(/dashboard|admin/)
    }
    for (const { name, path, press } of screens) {
      await page.goto(path, { waitUntil: 'load' })
      await page.waitForTimeout(700)
      if (press) await page.getByRole('button', { name: press }).click()
      if (press) await page.waitForTimeout(700)
      const picture = await page.screenshot({ fullPage: !press })
      const file = join(out, `${name}-${width}-${theme}`)
      if (FOR_DOCS) await sharp(picture).webp({ quality: 82 }).toFile(`${file}.webp`)
      else await writeFile(`${file}.png`, picture)
    }
    await context.close()
  }
}
