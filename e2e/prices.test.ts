import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { few, firstOf, isWhole } from '#app/testing/suites/again.ts'
import { expectLegible, expectScreenAccessible, openPage, testBrowser, visit } from './browser.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './layout-shift.ts'
import { foundScreens, type Role, SCREENS } from './screens.ts'
import { apiAs, beginSignedIn } from './shopper.ts'
import { checkPrices, type Display, moneyOn, tellsFee } from './shown-prices.ts'
import { WIDTHS } from './widths.ts'

const browser = await testBrowser()
afterAll(async () => {
  await showFee('apart')
})

async function showFee(display: Display) {
  const owner = await apiAs('admin@redoubt.test')
  expect((await owner('/admin/settings', { settings: { pricing: { display } } }, 'PATCH')).status).toBe(200)
}

/** Pages of one kind that are read: all with `--all`. */
const OF_A_KIND = 5

/** The addresses of the site map; a kind is what stands before the last part of the address. */
const pathsIn = async (sitemap: string) => {
  const origin = inject('origin')
  const xml = await (await fetch(origin + sitemap)).text()
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const kinds = Map.groupBy(paths, path => path.slice(0, path.lastIndexOf('/')))
  return [...kinds.values()].flatMap(kind => firstOf(kind, OF_A_KIND))
}

/** Opens a page as a visitor does, and waits for its data. */
async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0)
}

/** Reads a page as a search engine does: the HTML alone, without its scripts, in the open page. */
async function readHtml(page: Page, path: string) {
  const html = await (await fetch(inject('origin') + path)).text()
  await page.evaluate(html => {
    const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
    document.replaceChild(documentElement, document.documentElement)
  }, html)
}

async function crawl(page: Page, paths: readonly string[], display: Display, show = open) {
  const wrong: string[] = []
  let count = 0
  for (const path of paths) {
    await show(page, path)
    const found = await checkPrices(page, path, display)
    count += found.count
    wrong.push(...found.wrong)
  }
  return { wrong: [...new Set(wrong)], count }
}

/** What fees apart read alike is read all-in by `npm test`. */
const TAGS = { apart: { tags: 'again' }, 'all-in': {} }

describe.each(['apart', 'all-in'] as const)('prices with their fee %s', display => {
  beforeAll(() => showFee(display))

  it(
    'no page of the site map, as a search engine reads it, has a price without its fee [B-15.8]',
    TAGS[display],
    async () => {
      const { context, page } = await visit(browser)
      const { wrong, count } = await crawl(page, await pathsIn('/sitemap.xml'), display, readHtml)
      expect(wrong).toEqual([])
      expect(count).toBeGreaterThan(few(20, 150))
      for (const file of ['/llms.txt', '/robots.txt', '/sitemap.xml', '/site.webmanifest'])
        expect(await (await page.request.get(file)).text(), file).not.toMatch(/\$\d/)
      await context.close()
    },
  )

  it.each(isWhole ? WIDTHS : [display === 'apart' ? 390 : 1440])(
    'cards, product page and cart have room for the fee at %i px, and nothing moves [B-15.12] [B-15.14]',
    async width => {
      const { context, page, errors } = await visit(browser, { width })
      await watchShifts(page)
      for (const path of ['/store', '/product/field-kit', '/product/star-fort-sticker']) {
        await openPage(page, path)
        await expect.poll(() => layoutOf(page), { message: path }).toEqual({ overflow: 0, ragged: [], wide: [] })
        const { shifted, moved } = await shiftOf(page)
        expect(shifted, `${path} moved:\n${moved.join('\n')}`).toBeLessThan(MOST_SHIFT)
        await expectScreenAccessible(page, path)
      }
      const add = page.getByRole('button', { name: 'Add to cart', exact: true }).first()
      await add.click()
      await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await add.click()
      const increase = page.getByRole('dialog').getByRole('button', { name: 'Increase' })
      await increase.click()
      await increase.click()
      // $60.00 of goods have a fee of $3.00; four pieces apart have four fees of $1.00.
      await page.getByText('One platform fee for the whole cart: $1.00 less than for each piece apart.').waitFor()
      await page.getByRole('link', { name: 'Checkout $63.00' }).waitFor()
      const { prices } = await moneyOn(page)
      expect(prices.filter(words => !tellsFee(words, display))).toEqual([])
      await expectScreenAccessible(page, 'the cart')
      await expectLegible(page, 'light', 'the cart')
      expect(errors).toEqual([])
      await context.close()
    },
  )
})

// `screens.test.ts` reads the same screens with fees apart.
it.each(['guest', 'shopper', 'premium'] satisfies Role[])(
  'no screen of a %s has a price without its fee, with fees all-in [B-15.8]',
  { tags: 'again' },
  async account => {
    await showFee('all-in')
    const { context, page, errors } = await visit(browser)
    if (account !== 'guest') await beginSignedIn(page, `${account}@redoubt.test`)
    const screens = [...SCREENS, ...(await foundScreens())].filter(({ as, rests }) => as === account && rests !== false)
    const paths = screens.map(({ path }) => path)
    const { wrong, count } = await crawl(page, paths, 'all-in')
    expect(wrong).toEqual([])
    if (account === 'guest') expect(count).toBeGreaterThan(20)
    expect(errors.filter(error => !error.includes('404'))).toEqual([])
    await context.close()
  },
)

/** Cards of unequal height in one row, prices that leave their card, and how much the page is too wide. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('main li > article, main li > div')].map(card => ({
      name: card.querySelector('h2, h3')?.textContent,
      box: card.getBoundingClientRect(),
      prices: [...card.querySelectorAll('[data-price]')],
    }))
    const rows = Map.groupBy(cards, ({ box }) => Math.round(box.top))
    const ragged = [...rows.values()].filter(row => new Set(row.map(({ box }) => Math.round(box.height))).size > 1)
    const wide = cards.filter(({ box, prices }) =>
      prices.some(price =>
        [price, ...price.querySelectorAll('*')].some(part => part.getBoundingClientRect().right > box.right),
      ),
    )
    return {
      overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      ragged: ragged.map(row => row.map(({ name }) => name)),
      wide: wide.map(({ name }) => name),
    }
  })
