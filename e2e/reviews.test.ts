import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectLegible, inTheme, openPage, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, CARD, goToPayment, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const PHOTO = join(import.meta.dirname, '../db/demo/pictures/products/camp-lantern-640.webp')
const TITLE = 'Held through a week of rain'
const BODY = 'Wet every day & <b>dry inside</b>.\nThe strap is a bit short.'

/** With PICTURES=folder, takes a picture of the page in both themes. */
async function photograph(page: Page, what: string, width: number) {
  const folder = process.env.PICTURES
  await expectAccessible(page, what)
  for (const theme of ['light', 'dark'] as const) {
    // The dark one is checked with all rules.
    if (theme === 'light') await expectLegible(page, theme, what)
    else await inTheme(page, theme)
    if (folder) await page.screenshot({ path: join(folder, `${what}-${width}-${theme}.png`), fullPage: true })
  }
}

type Owner = Awaited<ReturnType<typeof apiAs>>

/** Buys one piece, which staff send and deliver. @returns the order's path. */
async function buyAndReceive(page: Page, owner: Owner, productId: string): Promise<string> {
  await page.goto(`/store?quick=${productId}`)
  await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
  await goToPayment(page)
  await payWith(page, CARD)
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByRole('heading', { level: 1, name: /^RD-/ }).waitFor()
  const path = new URL(page.url()).pathname
  const id = path.split('/').at(-1)
  expect((await owner(`/admin/orders/${id}/pack`, {})).status).toBe(200)
  expect((await owner(`/admin/orders/${id}/ship`, { carrier: 'UPS' })).status).toBe(200)
  expect((await owner(`/admin/orders/${id}/deliver`, {})).status).toBe(200)
  return path
}

async function writeReview(page: Page, name: string, width: number) {
  const dialog = page.getByRole('dialog', { name: `Review ${name}` })
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await dialog.getByRole('alert').getByText('Choose one to five stars').waitFor()
  await dialog.getByText('4 stars, Very good').click({ force: true })
  await dialog.getByLabel('Title').fill(TITLE)
  await dialog.getByLabel('Your review').fill(BODY)
  await dialog.locator('input[type=file]').setInputFiles(PHOTO)
  await dialog.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  await photograph(page, 'review-editor', width)
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Your review is waiting for approval').waitFor()
}

/** Staff find the review in the queue, answer and approve it. */
async function approveReview(name: string, width: number) {
  const { context, page, errors } = await visit(browser, { width })
  await beginSignedIn(page, 'admin@redoubt.test')
  await openPage(page, '/admin?tab=reviews')
  const row = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').filter({ hasText: name })
  await row.waitFor()
  await photograph(page, 'admin-reviews', width)
  await row.getByRole('button', { name: `Answer “${TITLE}”` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Answer “${TITLE}”` })
  await dialog.getByLabel('Answer').fill('A longer strap comes in spring.')
  await dialog.getByRole('button', { name: 'Save answer' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: `Approve “${TITLE}”` }).click()
  await page.getByText('The review is published').waitFor()
  expect(errors).toEqual([])
  await context.close()
}

const structured = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('script[type="application/ld+json"]')]
      .map(script => JSON.parse(script.textContent!))
      .find(data => data['@type'] === 'Product'),
  )

/** A guest reads the published review, and the structured data is equal to it. */
async function readAsGuest(path: string, width: number) {
  const { context, page, errors } = await visit(browser, { width })
  await openPage(page, path)
  const section = page.getByRole('region', { name: 'Reviews' })
  const card = section.getByRole('article')
  await expect.poll(() => card.getByRole('heading').textContent()).toBe(TITLE)
  await expect.poll(() => card.getByText('Wet every day').textContent()).toBe(BODY)
  await card.getByText('Verified buyer').waitFor()
  await card.getByText('A longer strap comes in spring.').waitFor()
  await card.getByRole('link', { name: /^Photo 1 of/ }).waitFor()
  await section.getByRole('link', { name: 'Sign in to write a review' }).waitFor()
  await section.getByRole('link', { name: '4 stars 1 review' }).click()
  await page.waitForURL(/reviewsStars=4/)
  await section.getByText('Only reviews with 4 stars.').waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await photograph(page, 'product-reviews', width)

  await openPage(page, path)
  const data = await structured(page)
  expect(data.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1 })
  await section.getByText('1 review', { exact: true }).first().waitFor()
  await section.getByText('4.0', { exact: true }).waitFor()
  expect(data.review).toMatchObject([
    { author: { name: 'Riley M.' }, name: TITLE, reviewBody: BODY, reviewRating: { ratingValue: 4 } },
  ])
  expect(errors).toEqual([])
  await context.close()
}

describe.each(widthsOf(390))('at %i px', width => {
  it('a review goes from the delivery to the page, is changed and withdrawn [B-14.1] [B-14.3] [B-14.4] [B-14.5] [B-14.10] [B-14.15]', async () => {
    const owner = await apiAs('admin@redoubt.test')
    const name = ownName('Rain Pack')
    const variants = [{ sku: `RAIN-${crypto.randomUUID().slice(-8)}`, stock: 5 }]
    const { json: product } = await owner('/products', { name, price: 30, tier: 'Bronze', variants })
    const { context, page, errors } = await visit(browser, { width })
    await beginAsNewcomer(page)
    await openPage(page, `/product/${product.id}`)
    await page.getByText('Reviews come from buyers.', { exact: false }).waitFor()
    const order = await buyAndReceive(page, owner, product.id)
    await openPage(page, order)
    await page.getByRole('link', { name: `Review ${name}` }).click()
    await writeReview(page, name, width)
    await approveReview(name, width)
    await readAsGuest(`/product/${product.slug}`, width)

    await openPage(page, `/product/${product.slug}`)
    await page.getByText('Your review is published').waitFor()
    await page.getByRole('button', { name: 'Edit your review' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit your review' })
    await editor.getByLabel('Title').fill('Held through a month of rain')
    await editor.getByRole('button', { name: 'Save review' }).click()
    await page.getByText('Your review is waiting for approval').waitFor()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByRole('button', { name: 'Withdraw review' }).click()
    await page.getByRole('button', { name: 'Write a review' }).waitFor()
    await page.getByText('No reviews yet').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
