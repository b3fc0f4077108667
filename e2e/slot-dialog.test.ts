import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openPage, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, fillAddress, giveCredits, newEmail, PASSWORD } from './shopper.ts'
import { widthsOf } from './widths.ts'

const SHOPPER = 'shopper@redoubt.test'
const DAY = 86_400_000

const browser = await testBrowser()
const admin = await apiAs('admin@redoubt.test')

type Dates = { startDate?: string; endDate?: string }
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Adds a Silver giveaway of 40 slots. @returns its id and slug. */
async function addGiveaway(title: string, more: Dates & { entryLimit?: number } = {}) {
  const json = { title, description: 'A stove for cold mornings.', tier: 'Silver', value: 90, totalSlots: 40 }
  for (const email of ['premium@redoubt.test', SHOPPER]) await giveCredits(email, 'Silver', 3)
  const startDate = new Date(Date.now() - DAY).toISOString()
  const made = await admin('/giveaways', { ...json, startDate, ...more })
  expect(made.status).toBe(200)
  return made.json as { id: string; slug: string }
}

const mail = (id: string, email: string) => admin(`/admin/giveaways/${id}/private-entries`, { email, name: 'Sam Card' })

async function openSlots(page: Page, title: string) {
  await page
    .getByRole('button', { name: new RegExp(`^(Enter giveaway|Add or move slots): ${title}`) })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: new RegExp(title) })
  await dialog.getByRole('gridcell').first().waitFor()
  const cell = (slot: number, state: string) =>
    dialog.getByRole('gridcell', { name: `Slot ${slot}, ${state}`, exact: true })
  return { dialog, cell }
}

/** Takes a slot as a new member of staff, with a Silver credit from before the role. */
async function enterAsStaff(giveawayId: string, slot: number) {
  const { page, context } = await visit(browser)
  const email = newEmail()
  await beginAsNewcomer(page, email)
  expect((await admin('/admin/credits/grant', { email, amount: 1, tier: 'Silver' })).status).toBe(200)
  const { users } = (await admin(`/admin/users/search?q=${email}`)).json
  const raised = await admin(`/admin/users/${users[0].id}/role`, { role: 'support', reason: 'Answers tickets' }, 'PUT')
  expect(raised.status).toBe(200)
  const staff = await apiAs(email, PASSWORD)
  expect((await staff(`/giveaways/${giveawayId}/entries`, { slots: [slot] })).status).toBe(200)
  await context.close()
}

/** A giveaway where the member took slot 2, staff took slot 5, and the shopper entered by mail: a card gives two entries, as the cheapest Silver product. */
async function addMixed(title: string) {
  const giveaway = await addGiveaway(title, { entryLimit: 3 })
  await enterAsStaff(giveaway.id, 5)
  const member = await apiAs('premium@redoubt.test')
  expect((await member(`/giveaways/${giveaway.id}/entries`, { slots: [2] })).status).toBe(200)
  expect((await mail(giveaway.id, SHOPPER)).status).toBe(200)
  return giveaway
}

describe.each(widthsOf(390))('at %i px', width => {
  it('the dialog marks a slot of staff, names an entry by mail, and tells the odds of the draw [B-2.50] [B-2.81] [B-2.82] [B-2.97] [B-6.4]', async () => {
    const title = ownName('Camp Stove')
    const { id, slug } = await addMixed(title)
    const { page, context, errors } = await visit(browser, { width })
    await beginSignedIn(page, SHOPPER)
    await openPage(page, `/giveaways/${slug}`)
    await page.getByText('Your odds now: 2 in 3').waitFor()
    const { dialog, cell } = await openSlots(page, title)
    await expect.poll(() => dialog.getByRole('row').first().getByRole('gridcell').count()).toBe(width > 768 ? 10 : 5)
    await expect.poll(() => cell(2, 'taken').textContent()).toBe('R2')
    await expect.poll(() => cell(5, 'taken by staff, not drawn').textContent()).toBe('R5S')
    await cell(5, 'taken by staff, not drawn').click({ force: true })
    await dialog.getByText('0 slots', { exact: false }).waitFor()
    await dialog.getByText('Taken by staff to try the giveaway, never drawn').waitFor()
    await dialog.getByText('Your free entries: 41 and 42.', { exact: false }).waitFor()
    await dialog.getByText('odds now 2 in 3', { exact: false }).waitFor()

    // A free entry takes nothing from the limit of 3.
    for (let more = 0; more < 2; more++) await dialog.getByRole('button', { name: 'Increase' }).click()
    await dialog.getByRole('button', { name: 'Pick for me (3)' }).click()
    await dialog.getByText('3 slots · 3 Silver', { exact: false }).waitFor()
    await dialog.getByText('odds now 5 in 6', { exact: false }).waitFor()
    await expectAccessible(page, 'slots of staff and an entry by mail')

    // Another card arrives while the dialog is open.
    await dialog.getByText('Live', { exact: true }).waitFor()
    expect((await mail(id, 'stranger@example.com')).status).toBe(200)
    await dialog.getByText('odds now 5 in 8', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
    await dialog
      .getByRole('gridcell', { name: /, yours$/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Your odds now: 5 in 8').waitFor()
    await page.goto('/dashboard?tab=giveaways')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    await card.getByText('Your odds now: 5 in 8').waitFor()
    await card.getByText('Drawn after the last slot is taken').waitFor()
    await expect
      .poll(() => card.getByRole('link', { name: 'Add or move slots' }).getAttribute('href'))
      .toBe(`/giveaways/${slug}#slots`)
    expect(errors).toEqual([])
    await context.close()
  })

  it('a press on an own slot keeps the chosen slots, also after the swap [B-2.83] [B-4.33]', async () => {
    const title = ownName('Camp Lamp')
    const { id, slug } = await addGiveaway(title, { entryLimit: 5 })
    const shopper = await apiAs(SHOPPER)
    expect((await shopper(`/giveaways/${id}/entries`, { slots: [3] })).status).toBe(200)
    const { page, context, errors } = await visit(browser, { width })
    await beginSignedIn(page, SHOPPER)
    await openPage(page, `/giveaways/${slug}`)
    const { dialog, cell } = await openSlots(page, title)
    for (const slot of [7, 8]) await cell(slot, 'free').click()
    await cell(3, 'yours').click()
    await dialog.getByText('Slot 3 → choose a free slot · 2 chosen slots stay').waitFor()
    await cell(7, 'chosen').waitFor()
    await dialog.getByRole('button', { name: 'Do not swap' }).click()
    await dialog.getByText('2 slots · 2 Silver', { exact: false }).waitFor()
    await cell(3, 'yours').click()
    await cell(9, 'free').click()
    await cell(9, 'the swap goes here').waitFor()
    await expectAccessible(page, 'a swap beside chosen slots')
    await dialog.getByRole('button', { name: 'Swap slot' }).click()
    await cell(9, 'yours').waitFor()
    await dialog.getByText('2 slots · 2 Silver', { exact: false }).waitFor()
    for (const slot of [7, 8]) await cell(slot, 'chosen').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('a missing address is said before slots are chosen, and its form leads back [B-2.84] [B-8.18]', async () => {
    const title = ownName('Camp Cup')
    const { slug } = await addGiveaway(title)
    const { page, context, errors } = await visit(browser, { width })
    await beginAsNewcomer(page, undefined, { hasAddress: false })
    await openPage(page, `/giveaways/${slug}`)
    const { dialog } = await openSlots(page, title)
    await dialog.getByText('Please go to the Dashboard > Profile Tab', { exact: false }).waitFor()
    await expectAccessible(page, 'slots without an address')
    await dialog.getByRole('link', { name: 'Update your shipping address' }).click()
    await fillAddress(page)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.waitForURL(`**/giveaways/${slug}`)
    const again = await openSlots(page, title)
    await again.dialog.getByText('0 slots', { exact: false }).waitFor()
    await expect.poll(() => again.dialog.getByText('Profile Tab', { exact: false }).count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })
})

it('the wall of slots has 5 columns up to 768 px and 10 above [B-2.50]', async () => {
  const title = ownName('Camp Table')
  const { slug } = await addGiveaway(title)
  const { page, context } = await visit(browser, { width: 768 })
  await beginSignedIn(page, SHOPPER)
  await openPage(page, `/giveaways/${slug}`)
  const { dialog } = await openSlots(page, title)
  const columns = () => dialog.getByRole('grid').getAttribute('aria-colcount')
  await expect.poll(columns).toBe('5')
  await expect.poll(() => dialog.getByRole('row').first().getByRole('gridcell').count()).toBe(5)
  await page.setViewportSize({ width: 769, height: 900 })
  await expect.poll(columns).toBe('10')
  const widths = await dialog
    .getByRole('row')
    .first()
    .getByRole('gridcell')
    .evaluateAll(cells => cells.map(cell => cell.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(44)
  await context.close()
})

it('a giveaway opens and ends by itself on an open page and in an open dialog [B-2.85] [B-2.86]', async () => {
  const [opening, ending] = [ownName('Camp Saw'), ownName('Camp Knife')]
  const [early, late] = await Promise.all([visit(browser, { width: 390 }), visit(browser, { width: 390 })])
  for (const { page } of [early, late]) await beginSignedIn(page, SHOPPER)
  const opens = await addGiveaway(opening, { startDate: inSeconds(20) })
  const ends = await addGiveaway(ending, { endDate: inSeconds(30) })
  await early.page.goto(`/giveaways/${opens.slug}`)
  await early.page.getByText('This giveaway will be available to free users in 1 minute.').waitFor()
  await expect.poll(() => early.page.getByText(/^Ends /).count()).toBe(0)
  await openPage(late.page, `/giveaways/${ends.slug}`)
  const { dialog } = await openSlots(late.page, ending)

  await early.page
    .getByRole('button', { name: `Enter giveaway: ${opening}` })
    .first()
    .waitFor()
  await dialog.getByText('This giveaway has ended.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Enter giveaway' }).count()).toBe(0)
  await late.page.keyboard.press('Escape')
  const article = late.page.getByRole('article')
  await article.getByText('Draw pending').waitFor()
  await article.getByText('This giveaway has ended.').waitFor()
  await expect.poll(() => article.getByRole('button', { name: /^Enter giveaway/ }).count()).toBe(0)
  await early.context.close()
  await late.context.close()
})
