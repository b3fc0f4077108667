import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, giveCredits, prepareAs } from './shopper.ts'
import { widthsOf } from './widths.ts'

const DAY = 86_400_000

const browser = await testBrowser()

/** Adds a Bronze giveaway. With a start tomorrow, it is in early access now. @returns its slug. */
async function addGiveaway(title: string, startsInDays = 1): Promise<string> {
  const admin = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() + startsInDays * DAY).toISOString()
  const endDate = new Date(Date.now() + 20 * DAY).toISOString()
  const json = { title, description: 'One lamp, and who comes early.', tier: 'Bronze', value: 120, totalSlots: 60 }
  for (const email of ['premium@redoubt.test', 'shopper@redoubt.test']) await giveCredits(email, 'Bronze', 1)
  const made = await admin('/giveaways', { ...json, startDate, endDate })
  expect(made.status).toBe(200)
  return made.json.slug
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const autoEntry = (page: Page) => page.getByRole('switch', { name: 'Auto-entry into Bronze giveaways' })

async function chooseAndSwap(page: Page, title: string) {
  const dialog = page.getByRole('dialog', { name: new RegExp(title) })
  const cell = (slot: number, state: string) =>
    dialog.getByRole('gridcell', { name: `Slot ${slot}, ${state}`, exact: true })
  await page
    .getByRole('button', { name: `Enter giveaway: ${title}` })
    .first()
    .click()
  await dialog.getByText('Live', { exact: true }).waitFor()
  await cell(3, 'free').click()
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await cell(3, 'yours').click()
  await cell(7, 'free').click()
  await expectAccessible(page, 'a slot that is being moved')
  await dialog.getByRole('button', { name: 'Swap slot' }).click()
  await toast(page, 'Slot swapped from 3 to 7')
  await cell(7, 'yours').waitFor()
  await cell(3, 'free').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

describe.each(widthsOf(390))('at %i px', width => {
  it('a member enters early, moves the slot, keeps the dates and shares the page [B-2.5] [B-2.50] [B-4.33] [B-8.26]', async () => {
    const title = ownName('Early Lamp')
    const slug = await addGiveaway(title)
    const { page, context, errors } = await visit(browser, { width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSignedIn(page, 'premium@redoubt.test')
    // Opens the URL directly, as from a push. The server's HTML shows no giveaway.
    await page.goto(`/giveaways/${slug}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await chooseAndSwap(page, title)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`${slug}.ics`)
    const calendar = await readFile(await file.path(), 'utf8')
    expect(calendar).toContain(`SUMMARY:${title} opens\r\n`)
    expect(calendar).toContain(`SUMMARY:${title} closes\r\n`)

    await page.getByRole('button', { name: 'Share' }).click()
    await toast(page, 'Link copied')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${inject('origin')}/giveaways/${slug}`)
    await expectAccessible(page, 'a giveaway in early access')
    expect(errors.filter(error => !error.includes('404'))).toEqual([])
    await context.close()

    const early = await visit(browser, { width })
    await beginSignedIn(early.page, 'shopper@redoubt.test')
    await early.page.goto(`/giveaways/${slug}`)
    await early.page.getByText('This giveaway will be available to free users in 24 hours.').waitFor()
    await early.page
      .getByRole('main')
      .getByText(/^Opens /)
      .waitFor({ state: 'attached' })
    const ends = early.page.getByRole('main').getByText(/^Ends /)
    await expect.poll(() => ends.count()).toBe(0)
    await early.page.getByText(/^It opens for you /).waitFor()
    await expectAccessible(early.page, 'a giveaway that is not open yet')
    await early.context.close()
  })

  it('a member switches auto-entry on, is entered into the next Bronze giveaway, and finds the confirmation [B-8.27]', async () => {
    const title = ownName('Auto Lamp')
    // A first try may have left the switch on.
    await (await prepareAs('premium@redoubt.test'))('/my/auto-entry', { enabled: false })
    const { page, context, errors } = await visit(browser, { width })
    await beginSignedIn(page, 'premium@redoubt.test')
    await page.goto('/giveaways')
    await autoEntry(page).check()
    await toast(page, 'Auto-entry enabled')
    // By role, because a screen reader must find it.
    await page.getByRole('button', { name: 'Dismiss' }).waitFor()
    await expectAccessible(page, 'giveaways of a member')
    const listening = page
      .waitForEvent('websocket')
      .then(socket => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('start_ack')))
    await page.goto('/dashboard?tab=giveaways')
    await listening
    await addGiveaway(title)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    // The update arrives over the socket, without a reload.
    await card.getByText('Auto-entry', { exact: true }).waitFor()
    await card.getByText('Receipt').click()
    await card.getByText('1 Bronze credit').waitFor()
    await expectAccessible(page, 'my giveaways')
    await autoEntry(page).uncheck()
    await toast(page, 'Auto-entry disabled')
    expect(errors).toEqual([])
    await context.close()
  })
})

it('the slot dialog without a live connection says so and polls every 3 seconds [B-7.17] [B-9.9]', async () => {
  const title = ownName('Quiet Lamp')
  const slug = await addGiveaway(title, -1)
  const { page, context } = await visit(browser, { width: 390 })
  await page.routeWebSocket('**/api/realtime', socket => socket.close())
  await beginSignedIn(page, 'premium@redoubt.test')
  await page.goto(`/giveaways/${slug}`)
  await page
    .getByRole('button', { name: `Enter giveaway: ${title}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Updates every 3 seconds$/).waitFor()
  const asked: number[] = []
  page.on('request', request => request.url().endsWith('/slots') && asked.push(Date.now()))
  const other = await apiAs('shopper@redoubt.test')
  expect((await other(`/giveaways/${slug}/entries`, { slots: [9] })).status).toBe(200)
  await dialog.getByRole('gridcell', { name: 'Slot 9, taken', exact: true }).waitFor()
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3)
  // Two pauses of 3 s, the first of which may be seen late.
  expect(asked[2]! - asked[0]!).toBeGreaterThan(4000)
  await context.close()
})
