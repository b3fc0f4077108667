import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, giveCredits } from './shopper.ts'

const browser = await testBrowser()
beforeAll(async () => {
  const admin = await apiAs('admin@redoubt.test')
  const description = 'A tent, and two who want the same corner of it.'
  const giveaway = {
    title: GIVEAWAY,
    description,
    // Not Bronze, because auto-entry would enter members of other journeys concurrently.
    tier: 'Silver',
    value: 300,
    totalSlots: 40,
    startDate: '2026-01-02T09:00:00.000Z',
  }
  for (const email of ['premium@redoubt.test', 'shopper@redoubt.test']) await giveCredits(email, 'Silver', 3)
  expect((await admin('/giveaways', giveaway)).status).toBe(200)
})

const GIVEAWAY = ownName('Tent for Two')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: new RegExp(GIVEAWAY) })
const cell = (page: Page, slot: number, state: string) =>
  dialogOf(page).getByRole('gridcell', { name: `Slot ${slot}, ${state}`, exact: true })

async function openSlots(page: Page) {
  await page.goto('/giveaways')
  await page
    .getByRole('button', { name: `Enter giveaway: ${GIVEAWAY}` })
    .first()
    .click()
  await dialogOf(page).getByRole('gridcell').first().waitFor()
}

async function freeSlots(page: Page, count: number): Promise<number[]> {
  const labels = await dialogOf(page)
    .getByRole('gridcell', { name: /, free$/ })
    .evaluateAll(cells => cells.map(cell => cell.getAttribute('aria-label')))
  return labels.slice(0, count).map(label => Number(/\d+/.exec(label!)![0]))
}

/** Cuts a page off from slot updates: blocks the socket and the fallback poll. */
async function cutOff(page: Page) {
  await page.routeWebSocket('**/api/realtime', () => {})
  await page.route('**/api/giveaways/*/slots', (route, request) =>
    request.method() === 'GET' ? route.abort() : route.continue(),
  )
}

it('two users want one slot: one gets it, the other sees it taken, keeps the rest, and takes the nearest [B-5.16]', async () => {
  const fast = await visit(browser)
  const slow = await visit(browser, { width: 390 })
  await beginSignedIn(fast.page, 'shopper@redoubt.test')
  await beginSignedIn(slow.page, 'premium@redoubt.test')
  await Promise.all([openSlots(fast.page), openSlots(slow.page)])
  const [first, second, third] = (await freeSlots(fast.page, 3)) as [number, number, number]

  // Both shoppers see one grid, and the slower one gets the update before sending.
  await cell(slow.page, first, 'free').click()
  await cell(slow.page, second, 'free').click()
  await cell(fast.page, first, 'free').click()
  await dialogOf(fast.page).getByRole('button', { name: 'Enter giveaway' }).click()
  await cell(fast.page, first, 'yours').waitFor()
  await dialogOf(slow.page).getByText(`Slot(s) ${first} are not available`).waitFor()
  await cell(slow.page, first, 'taken').waitFor()
  await cell(slow.page, second, 'chosen').waitFor()

  // The slower shopper gets no updates now, so only the server can refuse.
  await cutOff(slow.page)
  await slow.page.reload()
  await slow.page.unroute('**/api/giveaways/*/slots')
  await openSlots(slow.page)
  await cutOff(slow.page)
  await cell(slow.page, second, 'free').click()
  await cell(slow.page, third, 'free').click()
  await cell(fast.page, second, 'free').click()
  await dialogOf(fast.page).getByRole('button', { name: 'Enter giveaway' }).click()
  await cell(fast.page, second, 'yours').waitFor()
  await dialogOf(slow.page).getByRole('button', { name: 'Enter giveaway' }).click()
  await dialogOf(slow.page).getByText('The rest of your choice is kept, and no credit was spent.').waitFor()
  await cell(slow.page, third, 'chosen').waitFor()
  await dialogOf(slow.page)
    .getByRole('button', { name: /^Take .* instead$/ })
    .click()
  await dialogOf(slow.page).getByText('2 slots · 2 Silver', { exact: false }).waitFor()
  await dialogOf(slow.page).getByRole('button', { name: 'Enter giveaway' }).click()
  await cell(slow.page, third, 'yours').waitFor()
  expect(fast.errors).toEqual([])
  await fast.context.close()
  await slow.context.close()
})
