import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, messageTo, type Theme, testBrowser, visit } from './browser.ts'
import { choose, pressOn, tabTo, typeInto } from './keyboard.ts'
import { ownCode, ownName } from './own-names.ts'
import { apiAs, beginSignedIn, newAccount, PASSWORD, prepareAs } from './shopper.ts'

const browser = await testBrowser()

async function openDesk(width: number, theme: Theme, path: string) {
  const visitor = await visit(browser, { width, theme })
  await visitor.context.addInitScript(`localStorage.setItem('redoubt.theme', '${theme}')`)
  await beginSignedIn(visitor.page, 'admin@redoubt.test')
  await visitor.page.goto(path)
  return visitor
}
const panelOf = (page: Page) => page.getByRole('article', { name: 'What is read' })

it('a ticket is found, assigned and answered with a canned reply by keyboard; its writer reads it and reopens it [B-12.31] [B-12.62] [B-12.208] [B-13.7] [B-13.42] [B-13.43] [B-13.44]', async () => {
  // A user writes once a minute.
  const { email: writer } = await newAccount({ name: 'Elena Ramirez' })
  const asWriter = await prepareAs(writer, PASSWORD)
  const buckle = ownCode('buckle')
  const subject = `A strap & <b>${buckle}</b>`
  const title = `A strap & b${buckle}`
  const reply = ownName('Strap')
  const { json } = await asWriter('/support/tickets', { subject, message: 'It came loose.\nTwice.', priority: 'high' })
  const { context, page, errors } = await openDesk(1440, 'dark', '/admin?tab=support')

  await pressOn(page, page.getByRole('button', { name: 'Canned replies' }))
  await pressOn(page, page.getByRole('button', { name: 'New reply' }))
  await typeInto(page, page.getByLabel('Name'), reply)
  const body = page.getByRole('textbox', { name: 'Reply' })
  await typeInto(page, body, 'Hello {lastName}, about {subject}')
  await pressOn(page, page.getByRole('button', { name: 'Make reply' }))
  await page.getByText('Nothing fills {lastName}.', { exact: false }).waitFor()
  await typeInto(page, body, 'Hello {firstName}, about {subject}: a new one is on its way.')
  await pressOn(page, page.getByRole('button', { name: 'Make reply' }))
  await page.getByText('Canned reply made').first().waitFor()
  await page.getByRole('button', { name: `Edit ${reply}` }).waitFor()
  await page.keyboard.press('Escape')

  await typeInto(page, page.getByLabel('Search'), buckle)
  await page.waitForURL(new RegExp(`q=${buckle}`))
  // The old list stays until the search answers; then J selects the first result.
  await page.getByRole('link', { name: /Wrong size/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: title }).first().waitFor()
  await page.getByLabel('Search').blur()
  await page.keyboard.press('j')
  await page.waitForURL(/open=/)
  const panel = panelOf(page)
  await panel.getByRole('heading', { name: title }).waitFor()
  await choose(page, panel.getByLabel('Status'), 'in-progress')
  await page.getByText('Ticket status updated').first().waitFor()
  await panel.getByText('changed status').first().waitFor()
  await pressOn(page, panel.getByRole('button', { name: 'Canned reply' }))
  await page.getByRole('menuitem', { name: reply }).waitFor()
  await page.keyboard.type(reply)
  await page.keyboard.press('Enter')
  const answer = panel.getByRole('textbox', { name: /^Answer/ })
  await expect.poll(() => answer.inputValue()).toContain(`Hello Elena, about ${title}`)

  // The writer sends another message before the answer. Staff must read it first, and the typed answer stays.
  await asWriter(`/my/tickets/${json.id}/messages`, { message: 'And the clip, too.' })
  await panel.getByText('And the clip, too.').waitFor()
  await panel.getByText('Something changed while you were writing').waitFor()
  await pressOn(page, panel.getByRole('button', { name: 'I have read it' }))
  await pressOn(page, panel.getByRole('button', { name: 'Send and close' }))
  await page.getByText('Answer sent').first().waitFor()
  expect(await messageTo(writer, /^Re: /)).toContain('> It came loose.')
  await typeInto(page, panel.getByLabel('Add a note'), 'Sent from the spares')
  await pressOn(page, panel.getByRole('button', { name: 'Add note' }))
  await panel.getByText('Sent from the spares').first().waitFor()
  // An answered ticket leaves the waiting list.
  const waiting = page.getByRole('list', { name: 'Support tickets' })
  await waiting.getByRole('link', { name: title }).waitFor({ state: 'detached' })

  const shopper = await visit(browser, { width: 390 })
  await beginSignedIn(shopper.page, writer, PASSWORD)
  await shopper.page.goto('/legal')
  await shopper.page.getByRole('button', { name: /^Support/ }).click()
  await shopper.page.getByRole('tab', { name: 'Your requests' }).click()
  await shopper.page.getByText(title).first().click()
  await shopper.page.getByText('a new one is on its way.', { exact: false }).waitFor()
  await shopper.page.getByLabel('Write more about this').fill('Thank you!')
  await shopper.page.getByRole('button', { name: 'Send', exact: true }).click()
  await shopper.page.getByText('Your message has been sent.').first().waitFor()
  await expectAccessible(shopper.page, 'the conversation of a shopper')
  await panel.getByText('Thank you!').waitFor()
  // The refusal of a reply with an open placeholder is expected; the browser logs every 4xx to its console.
  expect([...errors, ...shopper.errors].filter(error => !error.includes('status of 400'))).toEqual([])
  await shopper.context.close()
  await context.close()
})

it('on a phone an inquiry is read and assigned, and two concurrent editors choose by field [B-12.31] [B-12.63] [B-12.64] [B-12.198] [B-13.8] [B-13.41] [B-13.72]', async () => {
  const subject = ownName('Clubs')
  const { json } = await (await prepareAs((await newAccount()).email, PASSWORD))('/support/inquiries', {
    subject,
    message: 'Do you sell to clubs?',
  })
  const { context, page, errors } = await openDesk(390, 'light', '/admin?tab=inquiries')
  await page.getByRole('link', { name: subject }).waitFor()
  await page.getByRole('link', { name: subject }).click()
  const panel = panelOf(page)
  await panel.getByText('Do you sell to clubs?').waitFor()
  await expect.poll(() => page.getByRole('link', { name: subject }).isVisible()).toBe(false)
  await tabTo(page, panel.getByLabel('Assigned to'))
  await page.keyboard.press('ArrowDown')
  await page.getByText('Inquiry assignment updated').first().waitFor()

  // A colleague closes the inquiry while this user's change is in flight.
  const colleague = await apiAs('admin@redoubt.test')
  const closeFirst = async (route: Route) => {
    await colleague(`/admin/support/inquiries/${json.id}`, { status: 'closed' }, 'PATCH')
    await route.continue()
  }
  await page.route('**/api/admin/support/inquiries/*', closeFirst, { times: 1 })
  await panel.getByLabel('Status').selectOption('reviewed')
  await page.getByText('Failed to update inquiry status').first().waitFor()
  await page.getByText(/saved a change while you were editing/).waitFor()
  await page.getByRole('button', { name: 'Continue with this' }).click()
  await page.getByText('Inquiry status updated').first().waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('link', { name: subject }).waitFor()
  expect(errors.filter(error => !error.includes('409'))).toEqual([])
  await context.close()
})
