import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openPage, testBrowser, visit } from './browser.ts'
import { beginSignedIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** Customer lists load when they are scrolled near. */
async function openGiveaways(page: Page) {
  await openPage(page, '/giveaways')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
}

describe.each(widthsOf(1440))('at %i px', width => {
  it('recent purchases appear after a minute, close at a press, return after five, over a reload too, and never appear at checkout [B-1.11] [B-2.29] [B-9.21]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await page.addInitScript(() => {
      Math.random = () => 0
    })
    await page.clock.install()
    await openPage(page, '/store')
    const popup = page.getByRole('complementary', { name: 'Recent purchases' })
    await page.clock.runFor(30_000)
    await expect.poll(() => popup.count()).toBe(0)
    await page.clock.runFor(31_000)
    await popup.waitFor()
    const first = await popup.textContent()
    expect(first).toMatch(/^\p{L}+ \p{L}\..*bought /u)
    await expectAccessible(page, 'popup')
    // A shopper may have bought one product twice in a row.
    for (let turn = 0; turn < 20 && (await popup.textContent()) === first; turn++) await page.clock.runFor(120_000)
    await expect.poll(() => popup.textContent()).not.toBe(first)
    await popup.getByRole('button', { name: 'Close recent purchases' }).click()
    await popup.waitFor({ state: 'detached' })
    await page.clock.runFor(260_000)
    await expect.poll(() => popup.count()).toBe(0)
    await page.clock.runFor(45_000)
    await popup.waitFor()
    // A reload does not bring a closed popup back earlier.
    await popup.getByRole('button', { name: 'Close recent purchases' }).click()
    await openPage(page, '/store')
    await page.clock.runFor(250_000)
    await expect.poll(() => popup.count()).toBe(0)
    await page.clock.runFor(60_000)
    await popup.waitFor()

    await openPage(page, '/checkout')
    await page.clock.runFor(400_000)
    await expect.poll(() => popup.count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('top customers appear on the giveaways page, masked; an empty list says so, and samples are labelled [B-1.9] [B-2.46] [B-2.52] [B-7.19] [B-8.38]', async () => {
    const { context, page } = await visit(browser, { width })
    await openGiveaways(page)
    const board = page.getByRole('region', { name: 'Top Customers' })
    await board.getByRole('listitem').first().waitFor()
    await expect.poll(() => board.getByRole('listitem').first().textContent()).toMatch(/•••@.*credits?.*purchases?/)
    await expect.poll(() => board.getByText('Sample').count()).toBe(0)
    await page.getByRole('region', { name: 'Recent purchases' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'top customers')
    await page.route('**/api/leaderboard*', route => route.fulfill({ json: { leaderboard: [] } }))
    await page.route('**/api/recent-sales*', route => route.fulfill({ json: { sales: [] } }))
    await openGiveaways(page)
    await page.getByText('No customers yet').waitFor()
    await page.getByText('No purchases yet').waitFor()
    await page.route('**/api/leaderboard*', route => route.fulfill({ status: 500, body: '' }))
    await page.route('**/api/recent-sales*', route => route.fulfill({ status: 500, body: '' }))
    await openGiveaways(page)
    await board.getByText('Sample').waitFor()
    await expect.poll(() => board.getByRole('listitem').count()).toBe(3)
    const recent = page.getByRole('region', { name: 'Recent purchases' })
    await recent.getByText('Sample').waitFor()
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(4)
    await context.close()
  })
})

it('a customer hides from both lists and returns', async () => {
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'shopper@redoubt.test')
  const isNamed = () =>
    page.evaluate(async () => (await (await fetch('/api/leaderboard?limit=50')).text()).includes('"s•••@r•••.test"'))
  await openPage(page, '/dashboard?tab=profile')
  await expect.poll(isNamed).toBe(true)
  const box = page.getByRole('checkbox', { name: 'Show me in Top Customers and recent purchases' })
  for (const shown of [false, true]) {
    const saved = page.waitForResponse(
      answer => answer.url().endsWith('/my/visibility') && answer.request().method() === 'PUT',
    )
    await box.press('Space')
    expect((await saved).status()).toBe(200)
    await expect.poll(() => Promise.all([box.isChecked(), isNamed()])).toEqual([shown, shown])
  }
  await expectAccessible(page, 'profile')
  expect(errors).toEqual([])
  await context.close()
})
