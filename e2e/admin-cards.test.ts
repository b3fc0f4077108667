import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, newEmail, PASSWORD } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A new member of staff with the role of draw officer. */
async function newOfficer(): Promise<string> {
  const email = newEmail()
  const { page, context } = await visit(browser)
  await beginAsNewcomer(page, email)
  await context.close()
  const owner = await apiAs('admin@redoubt.test')
  const { id } = (await owner(`/admin/users/profile?email=${encodeURIComponent(email)}`)).json as { id: string }
  expect((await owner(`/admin/users/${id}/role`, { role: 'draw-officer', reason: 'A test' }, 'PUT')).status).toBe(200)
  return email
}

const openDesk = async (page: Page, id: string) => {
  await page.goto(`/admin?tab=giveaways&giveaway=${id}&view=entries`)
  return page.getByRole('dialog', { name: /^Giveaway Entries/ })
}

it.each([390, 1440])(
  'a card is typed by one member of staff, confirmed by another, printed, and counted in public, at %i px [B-19.2] [B-19.10] [B-19.12] [B-19.15]',
  async width => {
    const officer = await newOfficer()
    const owner = await apiAs('admin@redoubt.test')
    const startDate = new Date(Date.now() - 86_400_000).toISOString()
    const title = `Winch of the Two Signatures ${width}`
    const terms = { title, description: 'It pulls.', tier: 'Gold', value: 9000, totalSlots: 50, startDate }
    const { id, slug } = (await owner('/giveaways', terms)).json as { id: string; slug: string }

    const typist = await visit(browser, { width })
    await beginSignedIn(typist.page, 'admin@redoubt.test')
    const desk = await openDesk(typist.page, id)
    await desk.getByRole('button', { name: 'Add Private Entry' }).click()
    await desk.getByLabel(/^Name/).fill('Ada Marsh')
    await desk.getByLabel(/^Postal address/).fill('12 Bastion Way\nOgden, UT 84401')
    await desk.getByRole('button', { name: 'Add Private Entry' }).click()
    await typist.page.getByText(/^Card \d+ waits for a second person/).waitFor()
    await desk.getByLabel(/^Or it is no entry/).selectOption('unreadable')
    await desk.getByRole('button', { name: 'Record as refused' }).click()
    await typist.page.getByText(/^Card \d+ refused/).waitFor()
    await desk.getByRole('tab', { name: /^To confirm/ }).click()
    await desk.getByText('You typed this card. A second person confirms it.').waitFor()
    expect(await desk.getByRole('button', { name: /^Confirm card/ }).count()).toBe(0)

    const second = await visit(browser, { width })
    await beginSignedIn(second.page, officer, PASSWORD)
    const theirs = await openDesk(second.page, id)
    await theirs.getByRole('tab', { name: /^To confirm/ }).click()
    await expectAccessible(second.page, 'a card to confirm')
    await theirs.getByRole('button', { name: /^Confirm card/ }).click()
    await second.page.getByText(/^Card \d+ confirmed: Slot 51/).waitFor()
    await theirs.getByText('No card waits for a second person').waitFor()
    await theirs.getByRole('tab', { name: 'Card register' }).click()
    await theirs.getByText('Unreadable or incomplete').filter({ visible: true }).waitFor()
    await theirs
      .getByRole('button', { name: /^Receipt of card/ })
      .filter({ visible: true })
      .click()
    await second.page.getByText('redoubt/receipt/2').waitFor()
    expect(await theirs.getByRole('button', { name: 'Add Private Entry' }).count()).toBe(0)

    await second.page.goto(`/giveaways/${slug}`)
    await second.page.getByText('Cards by mail: 2 opened, 1 registered, 1 refused').click()
    await second.page.getByText('Refused, unreadable or incomplete: 1.').waitFor()
    expect([...typist.errors, ...second.errors]).toEqual([])
    await typist.context.close()
    await second.context.close()
  },
)
