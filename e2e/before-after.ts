import type { Browser, Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { messageTo, type Theme, visit } from './browser.ts'
import { CARD, goToPayment, PASSWORD, payWith } from './shopper.ts'

export type Side = 'before' | 'after'
type Shot = { page: Page; side: Side }

type Compared = {
  name: string
  path: string
  as?: 'shopper' | 'admin' | 'newcomer'
  /** Goes from the page at `path` to what is compared. */
  reach?: (shot: Shot) => Promise<void>
  /** Shows the window alone, because a dialog or a menu covers the page. */
  isWindow?: boolean
}

const PRIZE = '/giveaways/jerry-can-and-recovery-kit'

const openCart = async (page: Page) => {
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
}

async function checkOut({ page }: Shot): Promise<void> {
  await openCart(page)
  await page.goto('/checkout')
  // Tax comes after the address. The account keeps the sticker of the picture before.
  await page
    .getByText(/^\$(17\.24|34\.48)$/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await page.getByText('Updating your order').waitFor({ state: 'hidden' })
}

/** The screens of which docs/before-after.md tells what changed. */
export const COMPARED: Compared[] = [
  { name: 'home', path: '/' },
  { name: 'giveaways', path: '/giveaways' },
  { name: 'giveaway-guest', path: PRIZE },
  { name: 'giveaway-with-slots', path: PRIZE, as: 'shopper' },
  { name: 'giveaway-without-credit', path: PRIZE, as: 'newcomer' },
  {
    name: 'slots',
    path: '/giveaways/loaded-gear-case-and-backpack',
    as: 'shopper',
    isWindow: true,
    async reach({ page }) {
      await page
        .getByRole('button', { name: /^(Enter giveaway|Add or move slots)/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('gridcell').first().waitFor()
    },
  },
  { name: 'my-giveaways', path: '/dashboard?tab=giveaways', as: 'shopper' },
  { name: 'past', path: '/giveaways?tab=past' },
  { name: 'checkout-guest', path: '/store', reach: checkOut },
  { name: 'checkout', path: '/store', as: 'shopper', reach: checkOut },
  {
    name: 'after-paying',
    path: '/store',
    as: 'newcomer',
    async reach({ page }) {
      await openCart(page)
      await goToPayment(page)
      await payWith(page, CARD)
      await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    },
  },
  {
    name: 'search',
    path: '/',
    isWindow: true,
    async reach({ page, side }) {
      // The last release searches on the store's page alone.
      if (side === 'before') return void (await page.goto('/store?q=coyote'))
      const button = page.getByRole('button', { name: 'Search', exact: true })
      if (await button.isVisible()) await button.click()
      await page.getByRole('combobox', { name: /search/i }).fill('coyote')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'today', path: '/admin', as: 'admin' },
  {
    name: 'product-editor',
    path: '/admin?tab=products&q=star-fort%20hoodie',
    as: 'admin',
    isWindow: true,
    async reach({ page }) {
      await page.getByRole('button', { name: 'Edit Star-Fort Hoodie' }).filter({ visible: true }).first().click()
      const variants = page.getByRole('dialog').getByText('Variants and stock', { exact: true })
      await variants.evaluate(heading => heading.scrollIntoView({ block: 'start' }))
    },
  },
  { name: 'winners', path: '/admin?tab=winners', as: 'admin' },
  { name: 'orders', path: '/admin?tab=orders', as: 'admin' },
]

/** The height shown of a whole page: nearly two screens of a phone, a bit more than one of a desk. */
const SHOWN = { 390: 1600, 1440: 1100 }

/** A browser at a running release. The shopper holds slots of the prize that is shown. */
export async function openSide(browser: Browser, origin: string, side: Side) {
  const pages = new Map<string, Promise<Page>>()
  await takeSlots(origin)
  const pageOf = (width: number, as: Compared['as']) => {
    const key = `${width} ${as}`
    if (!pages.has(key)) pages.set(key, openAs(browser, origin, width, as))
    return pages.get(key)!
  }
  return {
    async take({ path, as, reach, isWindow }: Compared, width: 390 | 1440, themes: Theme[]) {
      const page = await pageOf(width, as)
      await page.goto(path, { waitUntil: 'load' })
      await page.locator('h1:visible').first().waitFor()
      await atRest(page)
      await reach?.({ page, side })
      await atRest(page)
      const pictures: { theme: Theme; png: Buffer }[] = []
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        const clip = isWindow ? undefined : { x: 0, y: 0, width, height: SHOWN[width] }
        const png = await page.screenshot({ fullPage: !isWindow, ...(clip && { clip }), animations: 'disabled' })
        pictures.push({ theme, png })
      }
      return pictures
    },
  }
}

const post = async (origin: string, path: string, data: object, token = '') => {
  const headers = { origin, 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(data) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { idToken: string }
}

async function takeSlots(origin: string): Promise<void> {
  const { giveaways } = (await (await fetch(`${origin}/api/giveaways`)).json()) as {
    giveaways: { id: string; slug: string }[]
  }
  const { idToken } = await post(origin, '/auth/login', { email: 'shopper@redoubt.test', password: DEMO_PASSWORD })
  const { id } = giveaways.find(({ slug }) => PRIZE.endsWith(slug))!
  await post(origin, `/giveaways/${id}/entries`, { pick: 2 }, idToken)
}

let newcomers = 0

/** An account without a credit. @returns its e-mail address. */
async function register(origin: string): Promise<string> {
  const email = `riley.marsh.${newcomers++}@example.com`
  const who = { email, password: PASSWORD, name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09' }
  await post(origin, '/auth/register', who)
  const code = /\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/, origin))![1]!
  await post(origin, '/auth/confirm', { email, code })
  const { idToken } = await post(origin, '/auth/login', { email, password: PASSWORD })
  const shippingAddress = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401', country: 'US' }
  await post(origin, '/my/profile', { shippingAddress, smsConsent: false, pushConsent: false }, idToken)
  return email
}

async function openAs(browser: Browser, origin: string, width: number, as: Compared['as']): Promise<Page> {
  const { context, page } = await visit(browser, { width, origin })
  // Each screen begins with an empty cart, and follows the browser's theme.
  await context.addInitScript(`localStorage.setItem('redoubt.theme', 'system')`)
  if (!as) return page
  const isNew = as === 'newcomer'
  const email = isNew ? await register(origin) : `${as}@redoubt.test`
  const data = { email, password: isNew ? PASSWORD : DEMO_PASSWORD }
  const answer = await page.request.post('/api/auth/login', { headers: { origin }, data })
  if (!answer.ok()) throw new Error(`The sign-in of ${as} answered ${answer.status()}.`)
  await context.addInitScript(`localStorage.setItem('redoubt.signed-in', '1')`)
  return page
}

/** Waits for data, fonts and pictures. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0)
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.all([document.fonts.ready, ...images.map(image => image.decode().catch(() => {}))])
  })
  await page.waitForTimeout(600)
}
