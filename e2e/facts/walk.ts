import type { Browser, Page } from 'playwright-core'
import { visit } from '../browser.ts'
import type { ShopOfFacts } from './shop-of-facts.ts'
import type { Found, Reader, VISITS, Visit } from './visits.ts'

export const READERS: readonly Reader[] = ['guest', 'shopper', 'member']

export const visitsOf = (places: typeof VISITS, found: Found): Visit[] =>
  Object.values(places).flatMap(place => (typeof place === 'string' ? [] : place(found)))

export const nameOf = ({ path, as, press }: Visit) =>
  `${path.replace(/[#?](token=)?\S{40,}$/, '').replace(/terms\/\d+/, 'terms')} of a ${as}${press ? `, ${press}` : ''}`

/** A page of a reader, who has said that they are old enough. */
export async function pageOf(
  browser: Browser,
  shop: ShopOfFacts,
  as: Reader,
  look: { width?: number; zone?: string } = {},
): Promise<Page> {
  const { context, page } = await visit(browser, { origin: shop.origin, ...look })
  await context.addCookies(shop.readers[as].cookies)
  await context.addInitScript(`localStorage.setItem('age_verified', 'true')`)
  if (as !== 'guest') await context.addInitScript(`localStorage.setItem('redoubt.signed-in', '1')`)
  return page
}

/** Opens a visit's page and what its button opens, and waits until nothing loads. */
export async function goTo(page: Page, { path, press }: Visit): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await rest(page)
  if (!press) return
  await page.getByRole('button', { name: press }).first().click()
  await page.getByRole('dialog').first().waitFor()
  await rest(page)
}

const rest = (page: Page) =>
  page.waitForFunction(
    () =>
      Object.keys(document.querySelector('main')!).length > 0 &&
      document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0 &&
      [...document.querySelectorAll('main [role=status]')].every(status => !status.textContent?.trim().endsWith('…')),
  )
