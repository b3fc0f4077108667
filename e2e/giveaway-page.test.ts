import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, giveCredits, newEmail } from './shopper.ts'

const DAY = 86_400_000
const TITLE = ownName('Signal Mirror')
const browser = await testBrowser()
let path: string
beforeAll(async () => {
  path = (await makeGiveaway(TITLE)).path
})

/** A Silver giveaway of 40 slots, in which the member has the slots 2 and 7. */
async function makeGiveaway(title: string): Promise<{ id: string; path: string }> {
  const admin = await apiAs('admin@redoubt.test')
  const [startDate, endDate] = [-1, 9].map(days => new Date(Date.now() + days * DAY).toISOString())
  const terms = { title, description: 'A mirror for the hills.', tier: 'Silver', value: 90, totalSlots: 40 }
  const made = await admin('/giveaways', { ...terms, startDate, endDate })
  expect(made.status).toBe(200)
  await giveCredits('premium@redoubt.test', 'Silver', 3)
  const member = await apiAs('premium@redoubt.test')
  expect((await member(`/giveaways/${made.json.id}/entries`, { slots: [2, 7] })).status).toBe(200)
  return { id: made.json.id, path: `/giveaways/${made.json.slug}` }
}

const bar = (page: Page) => page.locator('[data-bottom-bar]')
const enter = (page: Page) => page.getByRole('button', { name: `Add or move slots: ${TITLE}` })

/** Whether the whole element is inside the window. */
const isInView = async (element: Locator) => {
  const box = (await element.boundingBox())!
  const { height } = element.page().viewportSize()!
  return box.y >= 0 && box.y + box.height <= height
}

it('who has no credit reads how to earn one and how to enter free, beside products that earn it [B-2.91]', async () => {
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginAsNewcomer(page)
  await openPage(page, path)
  const earn = page.getByRole('link', { name: 'Earn a Silver credit' })
  await earn.waitFor()
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: 'Enter free by mail' }).getAttribute('href'))
    .toBe('/legal#no-purchase-necessary')
  await earn.click()
  const products = page.getByRole('region', { name: 'Earn a Silver credit' }).getByRole('listitem')
  await expect.poll(() => products.count()).toBeGreaterThan(0)
  for (const words of await products.allTextContents()) expect(words).toMatch(/Earns \d+ Silver credits?/)
  await expectAccessible(page, 'a giveaway of a user without credits')
  expect(errors).toEqual([])
  await context.close()
})

it('a guest enters free online without an account, by a link in an e-mail, and reads each answer where it was pressed [B-24.1] [B-24.12]', async () => {
  const title = ownName('Pocket Mirror')
  const { path } = await makeGiveaway(title)
  const { context, page, errors } = await visit(browser, { width: 390 })
  await openPage(page, path)
  await page.getByRole('link', { name: 'enter free online' }).click()
  await page.getByRole('heading', { name: `Enter free: ${title}` }).waitFor()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Name is required').waitFor()
  await expectAccessible(page, 'a free entry with errors')
  const email = newEmail()
  await page.getByLabel('Full Name').fill('Ida Lund')
  await page.getByLabel('Email').fill(email)
  const today = new Date()
  await page.getByLabel('Birth Date').fill(`${today.getUTCFullYear() - 18}-01-02`)
  await page.getByLabel('Address Line 1').fill('14 Birch Street')
  await page.getByLabel('City').fill('Provo')
  await page.getByLabel('State').fill('Utah')
  await page.getByLabel('ZIP Code').fill('84601')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: '21' })
  await refusal.waitFor()
  await expect.poll(() => isInView(refusal)).toBe(true)
  // Chromium logs the refused call.
  expect(errors.splice(0)).toEqual([expect.stringMatching(/status of 4\d\d/)])
  await page.getByLabel('Birth Date').fill('1985-03-02')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const sent = page.getByText('Check your e-mail and confirm there.')
  await sent.waitFor()
  await expect.poll(() => isInView(sent)).toBe(true)
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Check your e-mail')
  const mail = await messageTo(email, /^Confirm your free entry/)
  await openPage(page, new URL(/http\S+\/free-entry\?token=\S+/.exec(mail)![0]).pathname + /\?token=\S+/.exec(mail)![0])
  await page.getByRole('button', { name: 'Confirm my entry' }).click()
  // The cheapest Silver product earns two credits.
  await page.getByText(new RegExp(`You are in the draw of ${title} with numbers 41, 42`)).waitFor()
  await expectAccessible(page, 'a confirmed free entry')
  expect(errors).toEqual([])
  await context.close()
})

it('a user with credits reads how many, and the own numbers [B-2.91] [B-2.92]', async () => {
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, 'premium@redoubt.test')
  await openPage(page, path)
  await page.getByText(/^You have \d+ Silver credits?/).waitFor()
  await page.getByText('Your numbers: 2, 7', { exact: true }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('on a wide screen the panel follows down the page [B-2.93]', async () => {
  const { context, page } = await visit(browser)
  await beginSignedIn(page, 'premium@redoubt.test')
  await openPage(page, path)
  await enter(page).waitFor()
  await page.evaluate('window.scrollTo(0, 500)')
  const { y, height } = (await enter(page).boundingBox())!
  expect([y > 0, y + height < 900]).toEqual([true, true])
  await expect.poll(() => bar(page).isVisible()).toBe(false)
  await context.close()
})

it('on a phone a bar with the free slots stands in for the button, and its dialog outlives the bar [B-2.93]', async () => {
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'premium@redoubt.test')
  await openPage(page, path)
  await bar(page).getByText('38 left', { exact: true }).waitFor()
  await expectAccessible(page, 'a giveaway with its bar')
  await enter(page).last().click()
  const dialog = page.getByRole('dialog', { name: new RegExp(TITLE) })
  await dialog.getByRole('gridcell', { name: 'Slot 9, free', exact: true }).click()
  // A window so high that the button in the page shows again takes the bar away.
  await page.setViewportSize({ width: 390, height: 2400 })
  await page.waitForFunction(() => document.querySelector('[data-bottom-bar]')?.childElementCount === 0)
  await dialog.getByRole('gridcell', { name: 'Slot 9, chosen', exact: true }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('on a tablet the bar of the wall stands above the bottom navigation [B-2.114]', async () => {
  const { context, page } = await visit(browser, { width: 820 })
  await beginSignedIn(page, 'premium@redoubt.test')
  await openPage(page, path)
  const slotBar = page.locator('[data-slot-bar]')
  await slotBar.waitFor()
  // The first rows are in sight and the foot of the wall is not, so the bar sticks.
  await page.setViewportSize({ width: 820, height: 600 })
  await page
    .getByRole('gridcell')
    .first()
    .evaluate(cell => {
      window.scrollBy({ top: cell.getBoundingClientRect().top - 380, behavior: 'instant' })
    })
  const { y, height } = (await slotBar.boundingBox())!
  const navigation = (await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox())!
  // Their borders share a pixel.
  expect(y + height).toBeLessThanOrEqual(navigation.y + 1)
  await context.close()
})

it('guests read in place of the wall how to see it [B-2.94]', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  await openPage(page, path)
  const wall = page.getByRole('region', { name: 'Choose your slots' })
  await expect.poll(() => wall.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(`/login?next=${path}`)
  await expect.poll(() => wall.getByRole('gridcell').count()).toBe(0)
  await context.close()
})

it('the wall on the page and the one in the dialog show one choice, which a claim turns into coins; an early close ends both [B-2.94] [B-2.95] [B-2.98]', async () => {
  const title = ownName('Shaving Mirror')
  const { id, path } = await makeGiveaway(title)
  const admin = await apiAs('admin@redoubt.test')
  const { context, page, errors } = await visit(browser)
  const email = newEmail()
  await beginAsNewcomer(page, email)
  expect((await admin('/admin/credits/grant', { email, amount: 3, tier: 'Silver' })).status).toBe(200)
  await openPage(page, path)
  const wall = page.getByRole('region', { name: 'Choose your slots' })
  const cell = (within: typeof wall, slot: number, state: string) =>
    within.getByRole('gridcell', { name: `Slot ${slot}, ${state}`, exact: true })
  await cell(wall, 11, 'free').click()
  await wall.getByLabel('Free only').check()
  await cell(wall, 2, 'taken').waitFor({ state: 'detached' })
  await cell(wall, 12, 'free').click()
  // The next free slot by arrow keys: 13 is focused over no taken one.
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.slot')).toBe('13')
  await wall.getByLabel('Free only').uncheck()
  await expectAccessible(page, 'the wall on the page')

  await page.getByRole('button', { name: `Enter giveaway: ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(title) })
  await cell(dialog, 11, 'chosen').waitFor()
  await cell(dialog, 12, 'chosen').click()
  await page.keyboard.press('Escape')
  await wall.getByText('1 slot · 1 Silver', { exact: false }).waitFor()
  await wall.getByRole('button', { name: 'Enter giveaway' }).click()
  await cell(wall, 11, 'yours').waitFor()
  await page.getByText('Your number: 11', { exact: true }).waitFor()
  await page.getByText('37 of 40 slots left', { exact: true }).waitFor()

  const reason = 'The maker sent fewer than it promised.'
  expect((await admin(`/admin/giveaways/${id}/close`, { reason })).status).toBe(200)
  await page.getByText('Closed before its end').waitFor()
  await expect.poll(() => wall.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})
