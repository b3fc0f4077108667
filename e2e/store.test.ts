import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { signIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const SHOPPER = 'shopper@redoubt.test'
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })
const total = async (page: Page) =>
  Number.parseInt((await page.locator('main p[role=status]').textContent()) || '0', 10)
/** The page listens to clicks and keys. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body.querySelector('main')!).length > 0)

async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' })
  await hydrated(page)
}

/** Chooses a filter, as the width has it: behind a button on phones. @returns how many products it promised. */
async function choose(page: Page, width: number, name: RegExp): Promise<number> {
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  if (width < 1024 && (await filters.isVisible())) await filters.click()
  const link = page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name }).first()
  const promised = Number(/(\d+)\s*$/.exec((await link.textContent())!)![1])
  await link.click()
  return promised
}

/** Moves a finger over something, as a touch screen tells it. */
async function swipe(page: Page, selector: string, by: number) {
  await page.locator(selector).evaluate((target, by) => {
    const touch = (x: number) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 })
    const tell = (type: string, touches: Touch[], changedTouches: Touch[]) =>
      target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches }))
    tell('touchstart', [touch(200)], [touch(200)])
    tell('touchend', [], [touch(200 + by)])
  }, by)
}

describe.each([390, 1440])('at %i px', width => {
  it('the store is searched with a typing error and narrowed down in the address, and Back undoes it', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await open(page, '/store')
    await page.getByRole('searchbox', { name: 'Search the store' }).fill('stikcer')
    await page.waitForURL(/q=stikcer/)
    await page.getByRole('link', { name: 'Remove filter “stikcer”' }).waitFor()
    expect(await cards(page).first().textContent()).toMatch(/star-fort sticker/i)
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
    expect(await total(page)).toBeGreaterThan(silver)
    expect(errors).toEqual([])
    await context.close()
  })

  it('a store that cannot be loaded says so, shows samples as samples, and comes back', async () => {
    const { context, page } = await visit(browser, { width })
    await open(page, '/store')
    await page.route('**/api/products*', route => route.abort())
    await choose(page, width, /^Gold/)
    await page.getByText('The products could not be loaded').waitFor()
    await page.getByText('Sample', { exact: true }).nth(1).waitFor()
    expect(await page.getByRole('button', { name: /add to cart/i }).count()).toBe(0)
    await expectAccessible(page, 'store that failed')
    await page.unroute('**/api/products*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await cards(page).first().waitFor()
    expect(await page.getByText('Sample', { exact: true }).count()).toBe(0)
    await context.close()
  })

  it('a quick link puts its product into the cart once and leaves the address', async () => {
    const { context, page, errors } = await visit(browser, { width })
    const { id } = (await (await fetch(`${inject('origin')}/api/products/star-fort-sticker`)).json()) as { id: string }
    await page.goto(`/store?tier=Bronze&quick=${id}`)
    await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
    await page.locator('.outline-signal').first().waitFor({ state: 'attached' })
    await page.waitForURL(url => !url.searchParams.has('quick') && url.searchParams.get('tier') === 'Bronze')
    await page.locator('.outline-signal').waitFor({ state: 'detached', timeout: 2000 })
    await page.reload({ waitUntil: 'load' })
    await hydrated(page)
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('redoubt.cart')!))
    expect(kept.map((line: { quantity: number }) => line.quantity)).toEqual([1])
    expect(errors).toEqual([])
    await context.close()
  })

  it('a product is looked at from all sides, chosen in the address and added', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await open(page, '/product/star-fort-t-shirt')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
    await page.getByText('Please choose a size.').waitFor()
    await page.getByRole('radio', { name: 'L', exact: true }).check()
    await page.waitForURL(/size=L/)
    await page.reload({ waitUntil: 'load' })
    await hydrated(page)
    expect(await page.getByRole('radio', { name: 'L', exact: true }).isChecked()).toBe(true)

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
    expect(await place.textContent()).toContain('2 /')
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

  it('recent purchases come after a minute, go when closed, come again after five, and never at checkout', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await page.addInitScript(() => {
      Math.random = () => 0
    })
    await page.clock.install()
    await open(page, '/store')
    const popup = page.getByRole('complementary', { name: 'Recent purchases' })
    await page.clock.runFor(55_000)
    expect(await popup.count()).toBe(0)
    await page.clock.runFor(6_000)
    await popup.waitFor()
    const first = await popup.textContent()
    expect(first).toMatch(/^\p{L}+ \p{L}\..*bought /u)
    await expectAccessible(page, 'popup')
    await page.clock.runFor(120_000)
    await page.waitForFunction(
      before => document.querySelector('aside[aria-label="Recent purchases"]')?.textContent !== before,
      first,
    )
    await popup.getByRole('button', { name: 'Close recent purchases' }).click()
    await popup.waitFor({ state: 'detached' })
    await page.clock.runFor(290_000)
    expect(await popup.count()).toBe(0)
    await page.clock.runFor(15_000)
    await popup.waitFor()

    await open(page, '/checkout')
    await page.clock.runFor(400_000)
    expect(await popup.count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('top customers stand on the giveaways page, masked, and an error is no reason to invent any unless labelled', async () => {
    const { context, page } = await visit(browser, { width })
    await open(page, '/giveaways')
    const board = page.getByRole('region', { name: 'Top Customers' })
    await board.getByRole('listitem').first().waitFor()
    expect(await board.getByRole('listitem').first().textContent()).toMatch(/•••@.*credits?.*purchases?/)
    expect(await board.getByText('Sample').count()).toBe(0)
    await page.getByRole('region', { name: 'Recent purchases' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'top customers')
    await page.route('**/api/leaderboard*', route => route.fulfill({ status: 500, body: '' }))
    await page.route('**/api/recent-sales*', route => route.fulfill({ status: 500, body: '' }))
    await open(page, '/giveaways')
    await board.getByText('Sample').waitFor()
    expect(await board.getByRole('listitem').count()).toBe(3)
    const recent = page.getByRole('region', { name: 'Recent purchases' })
    await recent.getByText('Sample').waitFor()
    expect(await recent.getByRole('listitem').count()).toBe(4)
    await context.close()
  })
})

it('a cart follows its owner from the phone to the desk, and what is removed there is gone on the phone', async () => {
  const [phone, desk] = [await visit(browser, { width: 390 }), await visit(browser)]
  await open(phone.page, '/product/star-fort-sticker')
  await phone.page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await phone.page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
  await signIn(phone.page, SHOPPER)
  const saved = (page: Page) =>
    page.waitForResponse(response => response.url().endsWith('/api/my/cart') && response.request().method() === 'PUT')
  await phone.page.waitForFunction(() => localStorage.getItem('redoubt.cart-known')?.includes('"quantity"'))

  await signIn(desk.page, SHOPPER)
  await desk.page.waitForFunction(() => localStorage.getItem('redoubt.cart')?.includes('Star-Fort Sticker'))
  await open(desk.page, '/product/star-fort-sticker')
  await desk.page.getByRole('button', { name: 'Open cart, 1 item' }).click()
  const drawer = desk.page.getByRole('dialog', { name: 'Your cart (1)' })
  const removed = saved(desk.page)
  await drawer.getByRole('button', { name: 'Remove Star-Fort Sticker' }).click()
  expect((await removed).status()).toBe(200)

  await phone.page.reload({ waitUntil: 'load' })
  await phone.page.waitForFunction(() => !localStorage.getItem('redoubt.cart'))
  expect([...phone.errors, ...desk.errors]).toEqual([])
  await phone.context.close()
  await desk.context.close()
})
