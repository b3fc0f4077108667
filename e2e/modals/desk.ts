import type { Page } from 'playwright-core'
import { optInAtNight } from '../at-night.ts'
import { apiAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const WRITER = 'grace.lin@example.com'

type Api = Awaited<ReturnType<typeof apiAs>>

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).last().click()

/** Lets a colleague act before the page's next request to an address. */
const before = (page: Page, address: string, first: () => Promise<unknown>) =>
  page.route(
    address,
    async route => {
      await first()
      await route.continue()
    },
    { times: 1 },
  )

async function desk(): Promise<Modal[]> {
  const owner = await apiAs('admin@redoubt.test')
  const writer = await apiAs(WRITER)
  return [
    ...(await replies(owner)),
    ...(await threads(owner, writer)),
    ...reviews(),
    ...(await texts(owner)),
    ...(await savedFilters(owner)),
    ...letters(),
  ]
}

/** The cards of the giveaways' modals; one of them was refused. */
const letters = (): Modal[] => [
  {
    name: 'the letter of a refused card',
    file: 'src/features/free-entry/cards/admin/print-dialog.tsx',
    path: '/admin?tab=mail&step=refused',
    open: page =>
      page
        .getByRole('button', { name: /^Letter of card/ })
        .first()
        .click(),
  },
]

/** The demo has reviews that wait for staff. */
const reviews = (): Modal[] =>
  (['Reject', 'Answer'] as const).map(verb => ({
    name: `${verb} a review`,
    file: 'src/features/reviews/admin/review-dialogs.tsx',
    path: '/admin?tab=reviews',
    open: page =>
      page
        .getByRole('button', { name: new RegExp(`^${verb} “`) })
        .first()
        .click(),
  }))

async function replies(owner: Api): Promise<Modal[]> {
  const name = 'Size exchange, first answer'
  const body = 'Hello {firstName},\n\nabout “{subject}”: send it back unworn, and the other size leaves the same day.'
  await owner('/admin/support/replies', { name, body })
  const { json } = await owner('/admin/support/replies')
  const { id } = json.replies.find((reply: { name: string }) => reply.name === name)
  const path = '/admin?tab=support'
  const edit = async (page: Page) => {
    await press('Canned replies')(page)
    await press(`Edit ${name}`)(page)
  }
  return [
    {
      name: 'canned replies',
      file: 'src/features/support/admin/replies-dialog.tsx',
      path,
      open: press('Canned replies'),
    },
    {
      name: 'a canned reply to delete',
      file: 'src/features/support/admin/replies-dialog.tsx',
      path,
      async open(page) {
        await press('Canned replies')(page)
        await press(`Delete ${name}`)(page)
      },
    },
    {
      name: 'a new canned reply, refused',
      file: 'src/features/support/admin/replies-dialog.tsx',
      path,
      escape: 'asks',
      async open(page) {
        await press('Canned replies')(page)
        await press('New reply')(page)
        await page.getByLabel('Name').fill(name)
        await page.getByRole('textbox', { name: 'Reply' }).fill('Hello {lastName}')
        await press('Make reply')(page)
        await page.getByText('Nothing fills {lastName}.', { exact: false }).waitFor()
      },
    },
    {
      name: 'a canned reply that two change',
      file: 'src/features/support/admin/replies-dialog.tsx',
      path,
      escape: 'asks',
      async open(page) {
        const theirs = { name, body: `${body}\n\nSeen at ${page.viewportSize()!.width}.` }
        await before(page, `**/api/admin/support/replies/${id}`, () =>
          owner(`/admin/support/replies/${id}`, theirs, 'PATCH'),
        )
        await edit(page)
        await page.getByRole('textbox', { name: 'Reply' }).fill(`${body}\n\nIt costs you nothing.`)
        await press('Save changes')(page)
        await page.getByText(/saved a change while you were editing/).waitFor()
      },
    },
  ]
}

async function threads(owner: Api, writer: Api): Promise<Modal[]> {
  const subject = 'The buckle of my Ridgeline 32 pack broke on the second day out'
  const asked = { subject, message: 'It snapped when I tightened it.\nI have a trip on Friday.', priority: 'high' }
  const ticket = (await writer('/support/tickets', asked)).json.id as string
  const message = 'I am sorry to hear that. A new buckle leaves today, by the fastest parcel.'
  await owner(`/admin/support/threads/${ticket}/answers`, { message })
  await owner(`/admin/support/threads/${ticket}/notes`, { note: 'The third of this batch: tell the workshop.' })
  await writer(`/my/tickets/${ticket}/messages`, { message: 'Thank you! Do I send the old one back?' })
  const question = { subject: 'Do you sell to clubs?', message: 'We are forty people, and would like patches.' }
  // One user may ask once a minute, so another user asks.
  const asker = await apiAs('miguel.alvarez@example.com')
  const inquiry = (await asker('/support/inquiries', question)).json.id as string
  const shared = { within: 'article', escape: 'nothing' } as const
  return [
    {
      name: 'a ticket with its conversation',
      file: 'src/features/support/admin/ticket/ticket-panel.tsx',
      path: `/admin?tab=support&open=${ticket}`,
      ...shared,
    },
    {
      name: 'an answer that is late',
      file: 'src/features/support/admin/ticket/answer-form.tsx',
      path: `/admin?tab=support&open=${ticket}`,
      ...shared,
      async open(page) {
        await page.getByRole('textbox', { name: /^Answer/ }).fill('No, keep it.')
        await writer(`/my/tickets/${ticket}/messages`, { message: 'And the clip is bent, too.' })
        await page.getByText('Something changed while you were writing').waitFor()
      },
    },
    {
      name: 'a status that two change',
      file: 'src/features/support/admin/ticket/ticket-controls.tsx',
      path: `/admin?tab=inquiries&open=${inquiry}`,
      ...shared,
      async open(page) {
        const patch = (status: string) => owner(`/admin/support/inquiries/${inquiry}`, { status }, 'PATCH')
        await patch('new')
        await page.reload()
        await before(page, '**/api/admin/support/inquiries/*', () => patch('closed'))
        await page.getByRole('article').getByLabel('Status').selectOption('reviewed')
        await page.getByText(/saved a change while you were editing/).waitFor()
      },
    },
  ]
}

async function texts(owner: Api): Promise<Modal[]> {
  const sleeper = await optInAtNight(WRITER)
  const message = 'Packs are back, [10%] off until Sunday'
  // The call answers after all recipients have been checked.
  const { json } = await owner('/admin/sms/bulk', { recipients: [{ id: sleeper }], message })
  await owner(`/admin/sms/campaigns/${json.campaignId}/pause`, {})
  const write = (words: string) => async (page: Page) => {
    await press('Send SMS to all')(page)
    await page.getByText('can be sent an SMS', { exact: false }).waitFor()
    await page.getByLabel('Message').fill(words)
  }
  const path = '/admin?tab=sms'
  return [
    {
      name: 'an SMS over its limit',
      file: 'src/features/bulk-sms/admin/send-sms-dialog.tsx',
      path,
      escape: 'asks',
      async open(page) {
        await write(`“New packs” 🎯 ${'and many more words than there is room for, '.repeat(2)}`)(page)
        await page
          .getByText(/^Over limit by/)
          .first()
          .waitFor()
      },
    },
    {
      name: 'the same SMS again',
      file: 'src/features/bulk-sms/admin/send-sms-dialog.tsx',
      path,
      escape: 'asks',
      async open(page) {
        await write(message)(page)
        await press('Send SMS')(page)
        await page.getByText('The same message was sent already').waitFor()
      },
    },
    {
      name: 'the report of a campaign that is paused',
      file: 'src/features/bulk-sms/admin/report-dialog.tsx',
      path: `${path}&campaign=${json.campaignId}`,
      open: page => page.getByRole('table', { name: 'Recipients' }).waitFor(),
    },
    {
      name: 'a campaign to cancel',
      file: 'src/features/bulk-sms/admin/admin-sms-tab.tsx',
      path,
      open: page =>
        page.getByRole('listitem').filter({ hasText: message }).getByRole('button', { name: 'Cancel' }).click(),
    },
  ]
}

async function savedFilters(owner: Api): Promise<Modal[]> {
  for (const [name, query] of [
    ['Mine, most urgent', 'assignee=me'],
    ['High priority and older than three days', 'age=older&priority=high'],
  ])
    await owner('/admin/saved-filters', { tab: 'support', name, query })
  return [
    {
      name: 'a filter to save',
      file: 'src/features/saved-filters/web/filter-dialogs.tsx',
      path: '/admin?tab=support&priority=low',
      async open(page) {
        await press('Save filter')(page)
        await page.getByLabel('Name').fill('Mine, most urgent')
        await press('Save')(page)
        await page.getByText('You already have a filter with this name', { exact: false }).waitFor()
      },
    },
    {
      name: 'filters to rename and delete',
      file: 'src/features/saved-filters/web/filter-dialogs.tsx',
      path: '/admin?tab=support',
      async open(page) {
        await press('Edit filters')(page)
        await page.getByLabel('Name of Mine, most urgent').fill('Mine, the most urgent first')
        await page.getByRole('button', { name: 'Rename' }).waitFor()
      },
    },
  ]
}

export const DESK: Area = { name: 'desk', modals: desk }
