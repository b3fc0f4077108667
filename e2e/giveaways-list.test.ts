import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { expectAccessible, openPage, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, giveCredits } from './shopper.ts'
import { widthsOf } from './widths.ts'

const DAY = 86_400_000

const browser = await testBrowser()

/** Adds a Silver giveaway that opened yesterday and ends in two days, with slot 2 taken. @returns its slug. */
async function addGiveaway(title: string): Promise<string> {
  const admin = await apiAs('admin@redoubt.test')
  const [startDate, endDate] = [-1, 2].map(days => new Date(Date.now() + days * DAY).toISOString())
  const json = {
    title,
    description: 'A kettle for the hills.',
    tier: 'Silver',
    value: 850,
    totalSlots: 40,
    entryLimit: 2,
  }
  const made = await admin('/giveaways', { ...json, startDate, endDate })
  expect(made.status).toBe(200)
  for (const email of ['premium@redoubt.test', 'shopper@redoubt.test']) await giveCredits(email, 'Silver', 3)
  const member = await apiAs('premium@redoubt.test')
  expect((await member(`/giveaways/${made.json.id}/entries`, { slots: [2] })).status).toBe(200)
  return made.json.slug
}

const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** The countdown of a card: days, hours, minutes and seconds. */
const countdownOf = (card: Locator) => card.getByText(/^Ends in\d\dd\d\dh\d\dm\d\ds$/)

describe.each(widthsOf(1440))('at %i px', width => {
  const title = ownName('Kettle')
  let slug: string
  beforeAll(async () => {
    slug = await addGiveaway(title)
  })

  it('a guest sees giveaways first, with the number of free slots, is asked to register or to sign in, and after the end finds nothing to enter [B-2.4] [B-2.46] [B-2.48] [B-2.49] [B-2.51] [B-2.85] [B-2.90] [B-6.1] [B-8.17]', async () => {
    const { page, context, errors } = await visit(browser, { width })
    await page.clock.install()
    await openPage(page, '/giveaways')

    const join = page.getByRole('region', { name: 'Create a free account to enter' })
    await join.getByText('Please sign in to enter giveaways.', { exact: false }).waitFor()
    await expect
      .poll(() => join.getByRole('link', { name: 'Create a free account' }).getAttribute('href'))
      .toBe('/register')
    await expect.poll(() => join.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')

    const card = cardOf(page, title)
    await card.getByText('Silver', { exact: true }).waitFor()
    for (const text of ['Starts', 'Ends', 'Value', '$850']) await card.getByText(text, { exact: true }).waitFor()
    await expect.poll(() => card.getByRole('img').or(card.locator('picture, img')).count()).toBeGreaterThan(0)
    await card.getByText('39 of 40 slots left').waitFor()
    await expect.poll(() => page.getByRole('gridcell').count()).toBe(0)
    const first = page.getByRole('region', { name: 'Active giveaways' })
    expect((await first.boundingBox())!.y).toBeLessThan((await join.boundingBox())!.y)

    const before = await countdownOf(card).textContent()
    await page.clock.runFor(2000)
    await expect.poll(() => countdownOf(card).textContent()).not.toBe(before)

    const premium = page.getByRole('region', { name: 'Premium, $24.99 a month' })
    await expect
      .poll(() => premium.getByRole('listitem').allTextContents())
      .toEqual([
        'Early access: choose your slots 48 hours before everyone else',
        'Members-only giveaways',
        '1 Bronze credit every month',
        'Auto-entry into Bronze giveaways, until you switch it off',
        'Priority support',
      ])
    await expectAccessible(page, 'giveaways of a guest')

    // The page shows a guest what the list shows.
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.waitForURL(`**/giveaways/${slug}`)
    const article = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, level: 1 }) })
    await article.getByText('39 of 40 slots left').waitFor()
    await expect.poll(() => article.getByRole('gridcell').count()).toBe(0)
    await expectAccessible(page, 'a giveaway of a guest')
    await page.clock.fastForward(2 * DAY)
    await article.getByText('Giveaway Ended', { exact: true }).or(article.getByText('Closed')).first().waitFor()
    await article.getByText('This giveaway has ended.').waitFor()
    await expect.poll(() => article.getByRole('link', { name: /^Sign in to enter/ }).count()).toBe(0)

    await openPage(page, '/giveaways')
    await card.getByText('Giveaway Ended', { exact: true }).waitFor()
    await card.getByText('This giveaway has ended.').waitFor()
    await expect.poll(() => card.getByRole('link', { name: /^Sign in to enter/ }).count()).toBe(0)
    await context.close()
    expect(errors).toEqual([])
  })

  it('a guest signs in from a card and comes back to its giveaway [B-2.18] [B-2.51]', async () => {
    const { page, context, errors } = await visit(browser, { width })
    await openPage(page, '/giveaways')
    await cardOf(page, title)
      .getByRole('link', { name: `Sign in to enter ${title}` })
      .click()
    await page.getByLabel(/^Email/).fill('shopper@redoubt.test')
    await page.getByLabel(/^Password/).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL(`**/giveaways/${slug}`)
    expect(errors).toEqual([])
    await context.close()
  })

  it('the list has its tabs, products that boost entries, and for a shopper the credits and the way to Premium [B-2.45] [B-2.46] [B-2.47] [B-2.48] [B-4.22]', async () => {
    const { page, context, errors } = await visit(browser, { width })
    await beginSignedIn(page, 'shopper@redoubt.test')
    await openPage(page, '/giveaways')
    const credits = page.getByRole('region', { name: 'Your credits' })
    for (const tier of ['Bronze', 'Silver', 'Gold', 'Platinum']) await credits.getByText(tier).waitFor()
    await cardOf(page, title).getByText('39 of 40 slots left').waitFor()

    const boost = page.getByRole('region', { name: 'Boost your entries' }).getByRole('listitem')
    const boosts = await boost.allTextContents()
    expect(boosts.length).toBeGreaterThan(0)
    expect(boosts.length).toBeLessThanOrEqual(4)
    for (const text of boosts) expect(text).toMatch(/[1-9]\d* \w+ (credit|entr)/i)

    const tabs = page.getByRole('navigation', { name: 'Which giveaways' })
    await expect.poll(() => tabs.getByRole('link').allTextContents()).toEqual(['Active', 'Past'])
    await tabs.getByRole('link', { name: 'Past' }).click()
    const past = page.getByRole('region', { name: 'Past giveaways' })
    await past.getByText('Drawn', { exact: true }).first().waitFor()
    await expect.poll(() => past.getByText(title).count()).toBe(0)

    await page
      .getByRole('region', { name: /^Premium/ })
      .getByRole('link', { name: 'Upgrade to Premium' })
      .click()
    await page.waitForURL('**/dashboard?tab=subscription')
    await page.getByRole('heading', { name: 'Upgrade to Premium' }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

it('the slot dialog marks what is taken, keeps the limit, and says when an entry failed [B-5.14] [B-5.15] [B-8.20]', async () => {
  const title = ownName('Kettle for Two')
  const slug = await addGiveaway(title)
  const { page, context } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'shopper@redoubt.test')
  await openPage(page, `/giveaways/${slug}`)
  await page
    .getByRole('button', { name: `Enter giveaway: ${title}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: new RegExp(title) })
  const cell = (slot: number, state: string) =>
    dialog.getByRole('gridcell', { name: `Slot ${slot}, ${state}`, exact: true })
  await expect.poll(() => cell(2, 'taken').textContent()).toBe('R2')
  await cell(2, 'taken').click({ force: true })
  await dialog.getByText('0 slots', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await dialog.getByText('Please select at least one slot').waitFor()
  for (const slot of [1, 3]) await cell(slot, 'free').click()
  await cell(4, 'free').click()
  await dialog.getByText('Maximum 2 slots per entry (you have 0 existing entries)').waitFor()
  await cell(4, 'free').waitFor()
  await expectAccessible(page, 'slot dialog at the limit')

  await page.route('**/entries', route =>
    route.fulfill({ status: 500, json: { status: 500, code: 'internal', detail: 'No.' } }),
  )
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await dialog.getByText('Failed to enter giveaway').waitFor()
  await cell(1, 'chosen').waitFor()
  await page.unroute('**/entries')
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await cell(3, 'yours').waitFor()
  await context.close()
})
