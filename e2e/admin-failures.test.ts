import type { Locator, Page, Route } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, newAccount, PASSWORD, prepareAs } from './shopper.ts'

/** Error states of admin lists, and error messages after failed actions. */

const PERSON = 'elena.ramirez@example.com'
const browser = await testBrowser()
let page: Page
let admin: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  admin = await apiAs('admin@redoubt.test')
  page = (await visit(browser)).page
  await beginSignedIn(page, 'admin@redoubt.test')
})
afterEach(() => page.unrouteAll())

const FAULT = 'An error occurred. Please try again.'
/** Answers with a server fault. A busy status would be retried. */
const broken = (route: Route) => route.fulfill({ status: 501, json: { status: 501, code: 'internal', detail: FAULT } })

/** Fails all later calls to a path, or only those with the given methods. */
const fail = (path: string, ...methods: string[]) =>
  page.route(path, route =>
    methods.length === 0 || methods.includes(route.request().method()) ? broken(route) : route.fallback(),
  )
const said = (sentence: string | RegExp, within: Page | Locator = page) => within.getByText(sentence).first().waitFor()
const press = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true }).first().click()

it('overview and lists show their figures and columns, and Refresh reads them again [B-12.8] [B-12.12] [B-12.13] [B-12.15] [B-12.17] [B-12.19] [B-12.20] [B-12.23] [B-12.27] [B-13.85] [B-13.89]', async () => {
  await page.goto('/admin?tab=overview')
  const cards = ['Total users', 'Active giveaways', 'Products', 'Revenue']
  const figures = ['Total revenue', 'Total orders', 'Average order value']
  for (const label of [...cards, ...figures]) await page.locator('dt', { hasText: label }).first().waitFor()
  const work = page.getByRole('region', { name: 'Today' })
  await work.getByRole('button', { name: /^Try again: the refund of RD-/ }).waitFor()
  await page.getByRole('region', { name: 'This week against the last' }).getByText('against last week').waitFor()
  const [first, last] = [(await work.boundingBox())!, (await page.getByLabel('The shop now').boundingBox())!]
  expect(first.y + first.height).toBeLessThan(last.y)
  await work.getByRole('link', { name: 'Open failed refunds' }).click()
  await page.getByRole('button', { name: /^Refund failed/, pressed: true }).waitFor()
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const columns = async () => {
    const heads = page.locator('main table th:visible')
    await heads.first().waitFor()
    return (await heads.allInnerTexts()).map(text => text.trim().toLowerCase()).filter(Boolean)
  }
  await tab('Users')
  await said(/^1–10 of \d+ users$/)
  const people = ['name', 'email', 'phone', 'membership', 'credits', 'entries', 'purchases', 'joined']
  await expect.poll(columns).toEqual(people)
  // A laptop shows phone and membership below the e-mail.
  const { height } = page.viewportSize()!
  await page.setViewportSize({ width: 1024, height })
  const narrow = await columns()
  const scrolled = await page.getByRole('region', { name: 'Users' }).evaluate(one => one.scrollWidth - one.clientWidth)
  await page.setViewportSize({ width: 1440, height })
  expect([narrow, scrolled]).toEqual([['name', 'email', 'credits', 'entries', 'purchases', 'joined'], 0])
  await expect.poll(() => page.getByRole('tab', { name: 'Costs' }).count()).toBe(0)
  for (const button of ['Refresh', 'Cache refresh'])
    await Promise.all([page.waitForResponse('**/api/admin/users?*'), press(button)])
  await page.getByLabel('Role').selectOption('staff')
  await page
    .getByRole('row', { name: /admin@redoubt\.test/ })
    .getByText('Admin · Owner')
    .waitFor()
  await tab('Products')
  await page.getByRole('columnheader', { name: 'Display order' }).waitFor()
  await expect.poll(columns).toEqual(['product', 'tier', 'price', 'entries', 'stock', 'display order', 'actions'])
  await tab('Giveaways')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Debug entries/ }) })
  await card.first().locator('img').first().waitFor()
  const facts = (await card.first().textContent())!
  for (const fact of [/bronze|silver|gold|platinum/i, /value\s*\$\d/i, /entries\s*\d/i, /available\s*\d+ \/ \d+/i])
    expect(facts).toMatch(fact)
  for (const words of ['View Entries', 'Debug Entries']) expect(facts.toLowerCase()).toContain(words.toLowerCase())
})

it('every tab names what could not be loaded [B-12.7] [B-12.11] [B-12.75] [B-12.169] [B-12.170] [B-12.171] [B-12.172] [B-12.173] [B-12.174] [B-12.175] [B-12.177] [B-12.178] [B-12.179] [B-12.180] [B-12.193] [B-12.204] [B-12.206] [B-13.1]', async () => {
  for (const path of ['**/api/admin/**', '**/api/credits/**', '**/api/giveaways/**']) await fail(path)
  await page.goto('/admin?tab=overview')
  await said('Failed to load revenue data')
  await said('Failed to load recent activity')
  for (const period of ['This Week', 'This Month', 'All Time'])
    await expect.poll(() => page.getByRole('button', { name: period }).count()).toBe(1)
  await expect.poll(() => page.getByText('$0.00').count()).toBeGreaterThan(1)
  const tab = async (name: string, sentence: string) => {
    await page.getByRole('tab', { name }).click()
    await said(sentence)
  }
  await tab('Users', 'Failed to load user data')
  await page.getByLabel('Search users').fill('elena')
  await said('Failed to load all users for search')
  await tab('Winners', 'Failed to load winners')
  await tab('Support Tickets', 'Failed to load support tickets')
  await tab('General Inquiries', 'Failed to load general inquiries')
  await page.getByRole('tab', { name: 'SMS' }).click()
  await press('Send SMS to all')
  await said('Failed to load user SMS preferences')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Credit Audit' }).click()
  await page.getByLabel('Customer email').fill(PERSON)
  await press('Look up')
  await said('Failed to fetch audit trail')
  await page.getByLabel('Session ID').fill('cs_1')
  await page.getByLabel('Email of the order').fill(PERSON)
  await press('Reconcile')
  await said('Failed to reconcile transaction')
  await press('Generate report')
  await said('Failed to generate report')

  await page.goto(`/admin?tab=users&user=${PERSON}`)
  await said('Failed to load user profile')
  const unknown = `/admin?tab=giveaways&giveaway=${crypto.randomUUID()}&view=entries`
  await page.goto(unknown)
  await said('Failed to load giveaway entries')
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(unknown)
  await said('No giveaway selected')
})

it('failures on users are named [B-12.26] [B-12.101] [B-12.182] [B-12.183] [B-12.188] [B-12.189] [B-12.194] [B-12.195] [B-12.203] [B-12.223]', async () => {
  await page.goto(`/admin?tab=users&q=${PERSON}`)
  await page.getByRole('link', { name: 'Elena' }).waitFor()
  await fail('**/api/admin/users/export?*')
  await press('Export data')
  await said(`Export failed: ${FAULT}`)
  await page.route('**/api/admin/users/export?*', route => route.fulfill({ json: {} }))
  await press('Export data')
  await said('Export failed: Invalid response from export endpoint')
  await page.getByLabel('Select all on this page').check()
  await press('Send SMS', page.getByRole('region', { name: 'Chosen users' }))
  await said('No users with SMS opt-in found in selection')
  await page.keyboard.press('Escape')
  await fail('**/api/admin/**', 'POST', 'DELETE')
  await press('Delete')
  await page.getByLabel(/to confirm$/).fill('delete 1 user')
  await press('Delete 1 user')
  await said(`Failed to delete users: ${FAULT}`)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Elena' }).click()
  await press('Give')
  await page.getByLabel(/^Amount/).fill('1')
  await page.getByLabel(/^Reason/).fill('A parcel came late')
  await press('Give credits')
  await said('Failed to grant credits')
  await page.keyboard.press('Escape')
  await press('Take')
  await page.getByLabel(/^Amount/).fill('1')
  await page.getByLabel(/^Reason/).fill('Given by mistake')
  await press('Take credits')
  await said('Failed to subtract credits')
  await page.keyboard.press('Escape')
  // A customer of the demo may have won, and no winner is deleted.
  const { id, email } = await newAccount()
  await page.goto(`/admin?tab=users&user=${id}`)
  await press('Delete user')
  await page.getByLabel(/to confirm$/).fill(email)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await said(`Failed to delete user: ${FAULT}`)

  await page.route('**/api/admin/users?*', route => route.fulfill({ json: { users: 'everybody', pagination: {} } }))
  await page.goto('/admin?tab=users&new=1')
  await said('Invalid response format from users API')
  const form = page.getByRole('dialog', { name: 'Create New User' })
  const typed = { Name: 'Ada Fort', Email: 'ada@fort.example', Phone: '(801) 555-0142', Birthday: '1985-02-03' }
  const address = { 'Address line 1': '1 Fort Street', City: 'Provo', State: 'UT', 'ZIP code': '84601' }
  for (const [label, value] of Object.entries({ ...typed, ...address }))
    await form.getByLabel(new RegExp(`^${label}`)).fill(value)
  await press('Create User', form)
  await said('Failed to create user', form)
})

it('failures on giveaways and products are named [B-12.176] [B-12.185] [B-12.187] [B-12.199] [B-12.200] [B-12.201] [B-12.202] [B-12.205]', async () => {
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const title = ownName('A Rope That Broke')
  const { id } = (await admin('/giveaways', { title, description: 'Thirty meters.', tier: 'Platinum', startDate })).json
  await admin(`/admin/giveaways/${id}/private-entries`, { name: 'Ada Mail', email: 'ada@mail.example' })
  await page.goto(`/admin?tab=giveaways&giveaway=${id}&view=entries`)
  const entries = page.getByRole('dialog', { name: `Giveaway Entries: ${title}` })
  await entries.getByText('ada@mail.example').waitFor()
  await fail('**/api/{admin,giveaways,products}/**', 'POST', 'DELETE')
  await fail('**/api/products', 'POST')
  await fail('**/api/admin/giveaways/*/debug')
  await press('Add Private Entry', entries)
  await press('Add Private Entry', entries)
  await said('Failed to create private entry', entries)
  await press(/^Remove the entry in slot/, entries)
  await page
    .getByRole('alertdialog')
    .getByLabel(/^Reason/)
    .fill('A test')
  await press('Remove entry')
  await said('Failed to remove entry')
  await press('Cancel', page.getByRole('alertdialog'))
  await press('Select Winner', entries)
  await page.getByLabel(/to confirm$/).fill(title)
  await page.getByLabel(/^Reason/).fill('A test')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' }).click()
  await said('Failed to select winner')
  await press('Cancel', page.getByRole('alertdialog'))
  await press('Check for winners')
  await said('Failed to check for winners')
  await press(`Debug entries of ${title}`)
  await said('Failed to load entries')
  await page.keyboard.press('Escape')
  await fail('**/api/giveaways/*/entries?*')
  await press(`View entries of ${title}`)
  await page.getByLabel('Search entries').fill('ada')
  await said('Failed to load giveaway entries')

  const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) })
  const choose = (...names: string[]) => page.locator('input[type=file]').setInputFiles(names.map(picture))
  await page.goto('/admin?tab=giveaways&new=1')
  await choose('one.png')
  await said('Giveaway image upload failed')
  const taken = { images: [{ image: 's3:giveaways/two', src: '/logo-plate.svg' }] }
  await page.route('**/api/giveaways/images', route => route.fulfill({ json: taken }), { times: 1 })
  await choose('two.png', 'three.png')
  await said('Some giveaway image uploads failed')
  await page.goto('/admin?tab=products&new=1')
  await choose('one.png')
  await said('Image upload failed. Ensure S3 is configured…')
  const form = page.getByRole('dialog', { name: 'Create New Product' })
  await form.getByLabel('Name').fill('Rope')
  await form.locator('#product-price').fill('20')
  await form.getByLabel(/^Stock/).fill('4')
  await press('Save draft', form)
  await said('Database operation failed. Please try again.')
  await admin(`/giveaways/${id}`, { title, reason: 'A test', returnCredits: true }, 'DELETE')
})

it('failures on tickets, SMS and payments are named [B-12.71] [B-12.73] [B-12.74] [B-12.76] [B-12.181] [B-12.197] [B-12.198]', async () => {
  const words = { subject: ownName('A broken buckle'), message: 'It broke.' }
  // A user writes once a minute.
  for (const path of ['/support/tickets', '/support/inquiries'])
    await (await prepareAs((await newAccount()).email, PASSWORD))(path, words)
  await fail('**/api/admin/support/**', 'PATCH')
  const read = async (tab: string) => {
    await page.goto(`/admin?tab=${tab}&q=${encodeURIComponent(words.subject)}`)
    await page.getByRole('link', { name: words.subject }).click()
    return page.getByRole('article', { name: 'What is read' })
  }
  const ticket = await read('support')
  await ticket.getByLabel('Status').selectOption('closed')
  await said('Failed to update ticket status')
  await ticket.getByLabel('Assigned to').selectOption({ index: 1 })
  await said('Failed to update ticket assignment')
  const inquiry = await read('inquiries')
  await inquiry.getByLabel('Status').selectOption('closed')
  await said('Failed to update inquiry status')
  await inquiry.getByLabel('Assigned to').selectOption({ index: 1 })
  await said('Failed to update inquiry assignment')

  await (await apiAs('daniel.kowalski@example.com'))('/my/profile', { smsConsent: true })
  await fail('**/api/admin/sms/campaigns', 'POST')
  await page.goto('/admin?tab=sms')
  await press('Send SMS to all')
  const sms = page.getByRole('dialog', { name: 'Send SMS' })
  await sms.getByLabel('Message').fill('Ropes are back')
  await press('Send SMS', sms)
  await said('Failed to send SMS messages', sms)

  const outcome = (status: string) => ({ status, issue: 'The page closed.', creditsIssued: {}, auditRecord: null })
  await page.goto('/admin?tab=creditaudit')
  await page.getByLabel('Session ID').fill('cs_1')
  await page.getByLabel('Email of the order').fill(PERSON)
  for (const [status, sentence] of [
    ['failed', 'Credit issuance failed: The page closed.'],
    ['missing_audit', 'No audit record found for this transaction'],
    ['pending', 'Warning: the transaction is pending'],
  ] as const) {
    await page.route('**/api/credits/reconcile', route => route.fulfill({ json: outcome(status) }))
    await press('Reconcile')
    await said(sentence)
  }
})
