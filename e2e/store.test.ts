import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, openPage, testBrowser, visit } from './browser.ts'
import { runUntilShown, stopClock } from './page-clock.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })
const total = async (page: Page) =>
  Number.parseInt((await page.locator('main p[role=status]').textContent()) || '0', 10)
/** Chooses a filter; phones show the filters behind a button. @returns the number of products that the filter announced. */
async function choose(page: Page, width: number, name: RegExp): Promise<number> {
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  if (width < 1024 && (await filters.isVisible())) await filters.click()
  const link = page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name }).first()
  const promised = Number(/(\d+)\s*$/.exec((await link.textContent())!)![1])
  await link.click()
  return promised
}

/** Dispatches the touch events of a swipe. */
async function swipe(page: Page, selector: string, by: number) {
  await page.locator(selector).evaluate((target, by) => {
    const touch = (x: number) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 })
    const tell = (type: string, touches: Touch[], changedTouches: Touch[]) =>
      target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches }))
    tell('touchstart', [touch(200)], [touch(200)])
    tell('touchend', [], [touch(200 + by)])
  }, by)
}

describe.each(widthsOf(390))('at %i px', width => {
  it('the store is searched with a typing error and filtered in the address, and Back undoes it [B-1.2] [B-1.18] [B-2.2] [B-2.34] [B-2.37] [B-9.17]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, '/store')
    const tick = () => page.locator('.animate-survey').evaluate(ground => getComputedStyle(ground).animationDuration)
    await expect.poll(tick).toBe('0.001s')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(tick).toBe('8s')
    await page.getByRole('searchbox', { name: 'Search the store' }).fill('stikcer')
    await page.waitForURL(/q=stikcer/)
    await page.getByRole('link', { name: 'Remove filter “stikcer”' }).waitFor()
    await expect.poll(() => cards(page).first().textContent()).toMatch(/star-fort sticker/i)
    await page.getByRole('link', { name: 'Remove filter “stikcer”' }).click()
    await page.waitForURL(url => !url.searchParams.has('q'))
    await page.getByRole('link', { name: /^Remove filter/ }).waitFor({ state: 'detached' })

    const silver = await choose(page, width, /^Silver/)
    await page.waitForURL(/tier=Silver/)
    await page.waitForFunction(
      n => document.querySelector('main p[role=status]')?.textContent?.startsWith(`${n} `),
      silver,
    )
    const cheap = await choose(page, width, /\$25 to \$50/)
    await page.waitForURL(/price=25-50/)
    await page.waitForFunction(
      n => document.querySelector('main p[role=status]')?.textContent?.startsWith(`${n} `),
      cheap,
    )
    await choose(page, width, /^In stock/)
    await page.waitForURL(/inStock=true/)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, high to low')
    await page.waitForURL(/sort=price-desc/)
    await expectAccessible(page, 'store, filtered')

    await page.goBack()
    await page.goBack()
    await page.goBack()
    expect([param(page, 'tier'), param(page, 'price'), param(page, 'inStock')]).toEqual(['Silver', null, null])
    await page.waitForFunction(
      n => document.querySelector('main p[role=status]')?.textContent?.startsWith(`${n} `),
      silver,
    )
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.waitForURL(url => url.search === '')
    await page.getByRole('link', { name: 'Clear filters' }).waitFor({ state: 'detached' })
    await expect.poll(() => total(page)).toBeGreaterThan(silver)
    expect(errors).toEqual([])
    await context.close()
  })

  it('the search in the header suggests products by keyboard and leads to the store [B-2.99] [B-2.101] [B-2.102] [B-2.103]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, '/giveaways')
    if (width < 1280) await page.getByRole('button', { name: 'Search', exact: true }).click()
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.focus()
    await field.pressSequentially('cyote hod')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    const options = list.getByRole('option')
    // The list of the letters before stands until the last one's has come.
    await expect.poll(() => list.getAttribute('aria-busy')).toBe('false')
    await options.filter({ hasText: 'Star-Fort Hoodie' }).waitFor()
    await page.getByText(/^No exact match. Closest results?:$/).waitFor()
    await field.press('ArrowDown')
    const firstId = await options.first().getAttribute('id')
    await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(firstId)
    await expectAccessible(page, 'suggestions')
    await field.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('cyote hod')
    await field.fill('coyote hoodie')
    await page.getByText(/^No exact match/).waitFor({ state: 'detached' })
    await expect.poll(() => list.getAttribute('aria-busy')).toBe('false')
    await options.filter({ hasText: 'Star-Fort Hoodie' }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.waitForURL(url => url.pathname === '/product/star-fort-hoodie' && url.search === '?color=Coyote')
    await page.getByRole('heading', { level: 1, name: 'Star-Fort Hoodie' }).waitFor()
    if (width < 1280) await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field.fill('rucksack')
    await field.press('Enter')
    await page.waitForURL(/\/store\?q=rucksack$/)
    await page.getByRole('link', { name: 'Remove filter “rucksack”' }).waitFor()
    await expect.poll(() => cards(page).first().textContent()).toMatch(/three-day backpack/i)
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search the store' }).inputValue()).toBe('rucksack')
    expect(errors).toEqual([])
    await context.close()
  })

  it('a store that cannot be loaded says so, shows labelled samples, and recovers [B-8.38]', async () => {
    const { context, page } = await visit(browser, { width })
    await openPage(page, '/store')
    await page.route('**/api/products*', route => route.abort())
    await choose(page, width, /^Gold/)
    await page.getByText('The products could not be loaded').waitFor()
    await page.getByText('Sample', { exact: true }).nth(1).waitFor()
    await expect.poll(() => page.getByText('Sample', { exact: true }).count()).toBe(2)
    await expect.poll(() => page.getByRole('button', { name: /add to cart/i }).count()).toBe(0)
    await expectAccessible(page, 'store that failed')
    await page.unroute('**/api/products*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await cards(page).first().waitFor()
    await expect.poll(() => page.getByText('Sample', { exact: true }).count()).toBe(0)
    await context.close()
  })

  it('a card shows the stock, adds to the cart and leads to the product, and "Clear filters" removes every filter [B-2.37]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, '/store?tier=Bronze&price=0-25&q=sticker')
    const card = page
      .getByRole('region', { name: 'Products' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Star-Fort Sticker' }) })
    await card.getByText(/^(In stock|Only \d+ left)/i).waitFor()
    await card.getByRole('button', { name: /^Add to cart: Star-Fort Sticker/i }).click()
    await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /^Remove filter/ })
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: 'Clear filters' })
      .or(page.getByRole('button', { name: 'Clear filters' }))
      .first()
      .click()
    await page.waitForURL(url => url.pathname === '/store' && url.search === '')
    await page
      .getByRole('link', { name: /^Remove filter/ })
      .first()
      .waitFor({ state: 'detached' })
    await card.getByRole('link', { name: /^View details: Star-Fort Sticker/i }).click()
    await page.waitForURL(/\/product\//)
    await page.getByRole('heading', { level: 1, name: /star-fort sticker/i }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('a quick link shows its product, adds it to the cart once and leaves the address [B-2.38]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    const { id } = (await (await fetch(`${inject('origin')}/api/products/star-fort-sticker`)).json()) as { id: string }
    await stopClock(page)
    await page.goto(`/store?tier=Bronze&quick=${id}`)
    const marked = page.locator('.outline-signal').first()
    await runUntilShown(page, marked)
    // The drawer would cover it.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const { top, bottom } = await marked.evaluate(card => card.getBoundingClientRect())
    expect([top >= 0, bottom <= page.viewportSize()!.height]).toEqual([true, true])
    await page.waitForURL(url => !url.searchParams.has('quick') && url.searchParams.get('tier') === 'Bronze')
    await page.clock.resume()
    await page.locator('.outline-signal').waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
    await openPage(page, page.url())
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('redoubt.cart')!))
    expect(kept.map((line: { quantity: number }) => line.quantity)).toEqual([1])
    expect(errors).toEqual([])
    await context.close()
  })

  it('a quick link to a product that is out of stock says so and marks nothing [B-2.38]', {
    tags: 'again',
  }, async () => {
    const { context, page } = await visit(browser, { width })
    const product = await (await fetch(`${inject('origin')}/api/products/star-fort-sticker`)).json()
    await page.route(`**/api/products/${product.id}`, route => route.fulfill({ json: { ...product, inStock: false } }))
    await page.addInitScript(() => {
      const seen = window as unknown as { marks: number }
      seen.marks = 0
      new MutationObserver(() => {
        seen.marks += document.querySelectorAll('.outline-signal').length
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
    })
    await page.goto(`/store?quick=${product.id}`)
    await page.getByText(`${product.name} is out of stock.`).first().waitFor()
    await page.waitForURL(url => !url.searchParams.has('quick'))
    await expect.poll(() => page.evaluate(() => (window as unknown as { marks: number }).marks)).toBe(0)
    await expect.poll(() => page.getByRole('dialog', { name: /cart/ }).count()).toBe(0)
    await context.close()
  })

  it('a product page shows all facts, five stars, the struck price, and a quantity of at least 1 [B-2.3] [B-2.40] [B-2.41] [B-2.42] [B-2.43] [B-5.28] [B-10.14]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await page.route('**/files/**', route => route.fulfill({ status: 404, body: '' }))
    await openPage(page, '/product/star-fort-sticker')
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Star-Fort Sticker', level: 1 }).waitFor()
    await expect.poll(() => main.locator('s').first().textContent()).toBe(', original price $20.00')
    await main.getByText('$15.00').first().waitFor()
    await main
      .getByText(/^(In stock|Only \d+ left)/i)
      .first()
      .waitFor()
    await main.getByText('Bronze', { exact: true }).first().waitFor()
    await main.getByRole('img', { name: /^[1-5](\.\d)? out of 5 stars, \d reviews?$/ }).waitFor()
    await main.getByText('A die-cut vinyl sticker', { exact: false }).first().waitFor()
    await main.getByText('Dishwasher safe on bottles and mugs').waitFor()
    await main.getByRole('term').filter({ hasText: 'Material' }).waitFor()
    await main.getByText('Earns 1 Bronze credit').first().waitFor()
    const quantity = main.getByRole('group', { name: 'Quantity of Star-Fort Sticker' })
    await expect.poll(() => quantity.getByRole('button', { name: 'Decrease' }).isDisabled()).toBe(true)
    await main.getByRole('heading', { name: 'Similar products' }).waitFor()
    // None of the pictures loads, so the logo replaces each.
    await main.locator('img[src="/logo-plate.svg"]').first().waitFor()
    expect(errors.filter(error => !error.includes('404'))).toEqual([])
    await context.close()
  })

  it('a product shows its pictures, keeps the chosen size in the address and is added [B-2.37] [B-2.42] [B-2.44]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, '/product/star-fort-t-shirt')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
    await page.getByText('Please choose a size.').waitFor()
    await page.getByRole('radio', { name: 'L', exact: true }).click()
    await page.waitForURL(/size=L/)
    await openPage(page, page.url())
    await expect.poll(() => page.getByRole('radio', { name: 'L', exact: true }).isChecked()).toBe(true)

    const place = page.getByText(/^Picture \d \/ \d/)
    const pictures = page.getByRole('region', { name: /^Pictures of/ })
    await pictures
      .getByRole('button', { name: /^Look closer/ })
      .first()
      .focus()
    await page.keyboard.press('ArrowRight')
    await place.filter({ hasText: '2 /' }).waitFor()
    await swipe(page, 'main li button[aria-label^="Look closer"] >> nth=1', 29)
    await page.waitForTimeout(150)
    await expect.poll(() => place.textContent()).toContain('2 /')
    await swipe(page, 'main li button[aria-label^="Look closer"] >> nth=1', 30)
    await place.filter({ hasText: '1 /' }).waitFor()
    await page.keyboard.press('Escape')

    await page
      .getByRole('navigation', { name: 'Order of reviews' })
      .getByRole('link', { name: 'Lowest rating' })
      .click()
    await page.waitForURL(/reviewsSort=lowest/)
    expect(param(page, 'size')).toBe('L')
    await expectAccessible(page, 'product')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
    expect(errors).toEqual([])

    await page.goto('/product/no-such-thing')
    await page.getByRole('heading', { name: 'Product not found' }).waitFor()
    await page.getByRole('link', { name: 'Back to the store' }).click()
    await page.waitForURL(/\/store$/)
    await context.close()
  })
})
