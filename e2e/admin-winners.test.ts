import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectLegible, messageTo, openBrowser, openPage, visit } from './browser.ts'
import { drawEarly } from './draw-early.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

const OWNER = 'admin@redoubt.test'
const SHOPPER = 'shopper@redoubt.test'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Checks both themes: all rules in the current theme, only colour rules in the other. */
async function expectBoth(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what)
  await expectLegible(page, 'light', what)
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
}

/** A giveaway with these mail-in entrants, drawn at once. @returns its id and slug. */
async function drawn(title: string, value: number, people: { name: string; email: string }[]) {
  const owner = await apiAs(OWNER)
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const made = (await owner('/giveaways', { title, description: 'For a journey.', value, startDate })).json
  for (const person of people) await owner(`/admin/giveaways/${made.id}/private-entries`, person)
  await drawEarly(owner, { id: made.id, title })
  return made as { id: string; slug: string }
}

it('a winner is notified and accepts on a phone; staff check the papers and ship the prize [B-12.29] [B-13.39] [B-13.58] [B-13.60] [B-13.64] [B-13.78]', async () => {
  await drawn('Winner’s Optic', 2500, [{ name: 'Sam Shopper', email: SHOPPER }])
  await messageTo(SHOPPER, /You have won: Winner’s Optic/)

  const phone = await visit(browser, { width: 390 })
  await beginSignedIn(phone.page, SHOPPER)
  await phone.page.goto('/dashboard')
  await phone.page.getByRole('heading', { name: 'You won Winner’s Optic' }).waitFor()
  await expectBoth(phone.page, 'the dashboard of a winner')
  // A user with several prizes has a card for each.
  const card = phone.page.getByRole('list', { name: 'Your prizes' }).getByRole('listitem')
  await card
    .filter({ hasText: 'Winner’s Optic' })
    .getByRole('link', { name: /^Answer now/ })
    .click()
  await phone.page.getByRole('heading', { name: 'Where should it go?' }).waitFor()
  // The address on file is prefilled; the form is not sent without the tick.
  expect(await phone.page.getByLabel('City').inputValue()).not.toBe('')
  await phone.page.getByRole('button', { name: 'Take the prize' }).click()
  await phone.page.getByText('Please confirm that you may take the prize.').waitFor()
  await expectBoth(phone.page, 'the answer of a winner, refused')
  await phone.page.getByRole('checkbox').check()
  await phone.page.getByRole('button', { name: 'Take the prize' }).click()
  await phone.page.getByText('The prize is yours').waitFor()
  await phone.page.getByText('Form W-9: asked for').waitFor()

  const staff = await visit(browser)
  const { page } = staff
  await beginSignedIn(page, OWNER)
  await page.goto('/admin?tab=winners')
  const tasks = page.getByRole('region', { name: 'To do' })
  await tasks.getByText('Winner’s Optic').waitFor()
  await tasks.getByText('Overdue').first().waitFor()
  await tasks.getByRole('listitem').filter({ hasText: 'Winner’s Optic' }).getByRole('link').click()
  await page.getByRole('heading', { name: /, slot \d+$/ }).waitFor()
  for (const paper of ['Form W-9', 'Affidavit of eligibility, with liability and publicity release']) {
    await page.getByRole('button', { name: `Mark received: ${paper}` }).click()
    await page.getByRole('button', { name: `Mark checked: ${paper}` }).click()
  }
  await page.getByRole('button', { name: 'Ship prize' }).click()
  await page.getByLabel('Carrier').selectOption('UPS')
  await page.getByLabel('Tracking number').fill('1z 999')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByText('The prize is shipped, and the winner is told').first().waitFor()
  await messageTo(SHOPPER, /Your prize is on its way: Winner’s Optic[\s\S]*1Z999/)
  await page.getByLabel('Subject').fill('Handle with care')
  await page.getByRole('textbox', { name: 'Message' }).fill('It is heavy.')
  await page.getByRole('button', { name: 'Send e-mail' }).click()
  await page.getByRole('list', { name: 'E-mails to the winner' }).getByText('It is heavy.').waitFor()
  await page.getByText('shipped the prize').first().waitFor()
  await page.getByRole('button', { name: 'Mark as arrived' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as arrived' }).click()
  await page.getByText('The prize has arrived').first().waitFor()
  expect([
    ...phone.errors.filter(line => !line.includes('400')),
    ...staff.errors.filter(line => !line.includes('400')),
  ]).toEqual([])
  await Promise.all([phone.context.close(), staff.context.close()])
})

it('staff promote the next alternate from a phone; the alternate answers by the link, and the public order can be checked [B-13.8] [B-13.39]', async () => {
  const people = ['one', 'two'].map(name => ({ name: `Passed ${name}`, email: `passed-${name}@example.com` }))
  const { id, slug } = await drawn('Passed Parcel', 90, people)
  const owner = await apiAs(OWNER)
  const [first] = (await owner(`/giveaways/${id}/winners`)).json.giveaways[0].winners
  const heir = people.find(({ email }) => email !== first.email)!

  const staff = await visit(browser, { width: 390 })
  const { page } = staff
  await beginSignedIn(page, OWNER)
  await page.goto('/admin?tab=winners')
  await page.getByRole('link', { name: first.email }).click()
  await page.getByRole('button', { name: 'Pass on' }).click()
  await page.getByLabel('Reason, for staff').fill('Lives abroad')
  await page.getByLabel(/Type .* to confirm/).fill('Passed Parcel')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pass on' }).click()
  await page.getByText('Passed to the next of the drawn order').first().waitFor()
  await expectBoth(page, 'a winner whom the prize passed by')
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(scrolls).toBe(false)

  const letter = await messageTo(heir.email, /You have won: Passed Parcel/)
  const link = /\/prizes\/\S+/.exec(letter)![0]
  const guest = await visit(browser)
  await guest.page.goto(link.split('#')[0]!)
  await guest.page.getByText('This link is not complete.', { exact: false }).waitFor()
  guest.errors.length = 0
  await guest.page.goto('about:blank')
  await guest.page.goto(link)
  await guest.page.getByRole('heading', { name: 'Where should it go?' }).waitFor()
  await guest.page.getByRole('button', { name: 'I do not want it' }).click()
  await guest.page.getByRole('button', { name: 'Keep it' }).click()
  await guest.page.getByLabel('Name').fill(heir.name)
  await guest.page.getByLabel('Address Line 1').fill('3 Far Road')
  await guest.page.getByLabel('City').fill('Provo')
  await guest.page.getByRole('textbox', { name: 'State' }).fill('UT')
  await guest.page.getByLabel('ZIP Code').fill('84601')
  await guest.page.getByRole('checkbox').check()
  await guest.page.getByRole('button', { name: 'Take the prize' }).click()
  await guest.page.getByText('The prize is yours').waitFor()
  expect(await guest.page.getByText('3 Far Road').count()).toBe(0)

  await openPage(guest.page, `/giveaways/${slug}`)
  await guest.page.getByText('passed to the next by the rules', { exact: false }).waitFor()
  await guest.page.getByRole('button', { name: 'Check this draw' }).click()
  await guest.page.getByText('Secret and list give this order, and each person once.').waitFor()
  expect(await guest.page.getByText('True', { exact: true }).count()).toBe(4)
  expect(await guest.page.getByText('Lives abroad').count()).toBe(0)
  await expectBoth(guest.page, 'a result that was passed on')
  expect([...staff.errors, ...guest.errors]).toEqual([])
  await Promise.all([staff.context.close(), guest.context.close()])
})
