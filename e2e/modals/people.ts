import type { Page } from 'playwright-core'
import { ownEmail } from '../own-names.ts'
import { newAccount, prepareAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const address = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401' }

type Api = Awaited<ReturnType<typeof prepareAs>>
type Made = { id: string; name: string; email: string }

/** An account with a proven mailbox. */
const make = (name: string): Promise<Made> =>
  newAccount({ name, email: `${name.toLowerCase().replaceAll(' ', '.')}@modals.example`, phone: '8015550177' })

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).last().click()
const openPart = (name: RegExp) => (page: Page) => page.getByRole('dialog').getByRole('tab', { name }).click()
const phoneOf = (page: Page) =>
  page
    .getByRole('dialog')
    .last()
    .getByLabel(/^Phone/)
const profileOf = (who: string) => `/admin?tab=users&user=${who}`

async function people(): Promise<Modal[]> {
  const owner = await prepareAs('admin@redoubt.test')
  const one = await make('Wren Halloway')
  const twin = await make('Wren Halloway Twin')
  const staff = await make('Wren Halloway Staff')
  await owner(`/admin/users/${staff.id}/role`, { role: 'support', reason: 'Answers tickets' }, 'PUT')
  await owner(`/admin/users/${staff.id}/disable`, { reason: 'On leave until spring' })
  const invited = { name: 'Wren Halloway Invited', email: 'wren.halloway.invited@modals.example' }
  const details = { phone: '(801) 555-0177', birthday: '1985-02-03', address, role: 'support' }
  await owner('/admin/users/create', { ...invited, ...details })
  await owner('/admin/credits/grant', { email: one.email, amount: 2, tier: 'Gold', reason: 'Parcel came late' })
  for (const note of ['Prefers to be called in the morning.', 'Wrote twice about one parcel; both tickets are one.'])
    await owner(`/admin/users/${one.id}/notes`, { note })
  return [
    ...creating(),
    ...profiles(one, staff),
    ...changing(owner, one),
    ...inviting(invited.email),
    ...leaving(one, twin, staff),
  ]
}

const creating = (): Modal[] => [
  {
    name: 'a new user, refused',
    file: 'src/features/users/create/create-user-dialog.tsx',
    path: '/admin?tab=users',
    async open(page) {
      await press('Create User')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click()
      await page.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'a temporary password',
    file: 'src/features/users/create/create-user-dialog.tsx',
    path: '/admin?tab=users',
    // The dialog shows its content only once, so Escape does not close it.
    escape: 'nothing',
    async open(page) {
      await press('Create User')(page)
      const form = page.getByRole('dialog')
      const typed = {
        Name: 'Bartholomew Featherstonehaugh-Cholmondeley',
        Email: ownEmail('bartholomew.featherstonehaugh'),
        Phone: '(801) 555-0142',
        Birthday: '1985-02-03',
        'Address line 1': address.line1,
        City: address.city,
        State: address.state,
        'ZIP code': address.postalCode,
      }
      for (const [label, text] of Object.entries(typed)) await form.getByLabel(new RegExp(`^${label}`)).fill(text)
      await form.getByRole('button', { name: 'Create User' }).click()
      await page.getByText('Shown only once').waitFor()
    },
  },
]

const PROFILE = 'src/features/users/profile/user-dialog.tsx'

const profiles = (one: Made, staff: Made): Modal[] => [
  { name: 'a profile', file: PROFILE, path: profileOf('shopper@redoubt.test') },
  { name: 'a profile, disabled', file: PROFILE, path: profileOf(staff.id) },
  {
    name: 'a profile’s time line',
    file: PROFILE,
    path: profileOf('shopper@redoubt.test'),
    async open(page) {
      await openPart(/^Time line/)(page)
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'a profile’s notes',
    file: PROFILE,
    path: profileOf(one.id),
    async open(page) {
      await openPart(/^Notes/)(page)
      await page.getByText('Prefers to be called').waitFor()
    },
  },
  {
    name: 'a profile’s record',
    file: PROFILE,
    path: profileOf(one.id),
    async open(page) {
      await openPart(/^Record/)(page)
      await page.getByText('Parcel came late').waitFor()
    },
  },
  {
    name: 'a profile that is not there',
    file: PROFILE,
    path: profileOf('nobody@modals.example'),
    open: page => page.getByText('Failed to load user profile').waitFor(),
  },
]

const changing = (owner: Api, one: Made): Modal[] => [
  {
    name: 'credits given',
    file: 'src/features/users/credits/credits-dialog.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Give')(page)
      await page.getByLabel(/^Amount/).fill('3')
      await page.getByText('3 afterwards').waitFor()
    },
  },
  {
    name: 'credits taken that are not there',
    file: 'src/features/users/credits/credits-dialog.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Take')(page)
      await page.getByLabel('Tier').selectOption('Gold')
      await page.getByLabel(/^Amount/).fill('4')
      await page.getByLabel(/^Reason/).fill('Given twice')
      await press('Take credits')(page)
      await page.getByRole('dialog').last().getByText('Insufficient credits to subtract').waitFor()
    },
  },
  {
    name: 'details, refused',
    file: 'src/features/users/profile/acts/edit-user.tsx',
    path: profileOf(one.id),
    escape: 'asks',
    async open(page) {
      await press('Edit details')(page)
      await phoneOf(page).fill('12')
      await press('Save changes')(page)
      await page.getByText('Please fix the form errors').first().waitFor()
    },
  },
  {
    name: 'details that two correct',
    file: 'src/features/users/profile/acts/edit-user.tsx',
    path: profileOf(one.id),
    escape: 'asks',
    async open(page) {
      const phone = `(801) 555-${String(Date.now()).slice(-4)}`
      await page.route(
        `**/api/admin/users/${one.id}`,
        async route => {
          await owner(`/admin/users/${one.id}`, { phone, reason: 'Told us by phone' }, 'PATCH')
          await route.continue()
        },
        { times: 1 },
      )
      await press('Edit details')(page)
      await phoneOf(page).fill('(801) 555-0199')
      await page.getByLabel(/^Reason/).fill('Told us by letter')
      await press('Save changes')(page)
      await page.getByText(/saved a change while you were editing/).waitFor()
    },
  },
  {
    name: 'a role with all its rights',
    file: 'src/features/users/profile/acts/role-dialog.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Change role')(page)
      await page.getByRole('radio', { name: 'Manager' }).check()
      await page.getByText('All rights of manager').click()
    },
  },
  {
    name: 'an account to disable, no reason given',
    file: 'src/features/users/profile/acts/user-acts.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Disable account')(page)
      await press('Disable account')(page)
      await page.getByText('Please give a reason').first().waitFor()
    },
  },
  {
    name: 'what is offered for an account',
    file: 'src/features/users/profile/acts/user-acts.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Sign out everywhere')(page)
    },
  },
]

const inviting = (email: string): Modal[] => [
  {
    name: 'an invitation, sent again',
    file: 'src/features/users/profile/acts/invite-dialog.tsx',
    path: profileOf(email),
    open: press('Send invitation again'),
  },
]

const leaving = (one: Made, twin: Made, staff: Made): Modal[] => [
  {
    name: 'a deletion',
    file: 'src/features/users/delete/delete-users.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Delete user')(page)
      await page.getByRole('region', { name: 'What they lose' }).waitFor()
    },
  },
  {
    name: 'a deletion of several',
    file: 'src/features/users/delete/delete-users.tsx',
    path: '/admin?tab=users&q=wren.halloway',
    async open(page) {
      await page.getByLabel('Select all on this page').check()
      await press('Delete')(page)
    },
  },
  {
    name: 'a deletion that was not possible',
    file: 'src/features/users/delete/delete-users.tsx',
    path: `/admin?tab=users&q=${staff.email}`,
    async open(page) {
      await page.getByLabel(`Select ${staff.name}`).check()
      await press('Delete')(page)
      await page.getByLabel(/^Type .* to confirm$/).fill('delete 1 user')
      await press('Delete 1 user')(page)
      await page.getByRole('dialog', { name: 'Some users were not deleted' }).waitFor()
    },
  },
  {
    name: 'a search for the other account',
    file: 'src/features/users/merge/web/merge-dialog.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Merge duplicate')(page)
      await page.getByLabel('Find the other account').fill('wren.halloway')
      await page.getByRole('button', { name: new RegExp(twin.email) }).waitFor()
    },
  },
  {
    name: 'a merge',
    file: 'src/features/users/merge/web/merge-dialog.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Merge duplicate')(page)
      await page.getByLabel('Find the other account').fill(twin.name)
      await page.getByRole('button', { name: new RegExp(twin.email) }).click()
      await page.getByRole('region', { name: 'What happens' }).getByText('is emptied and closed').waitFor()
    },
  },
  {
    name: 'a merge that cannot be',
    file: 'src/features/users/merge/web/merge-dialog.tsx',
    path: profileOf(one.id),
    async open(page) {
      await press('Merge duplicate')(page)
      await page.getByLabel('Find the other account').fill(staff.name)
      await page.getByRole('button', { name: new RegExp(staff.email) }).click()
      await page.getByText('They cannot be merged as they are').waitFor()
    },
  },
]

export const PEOPLE: Area = { name: 'people', modals: people }
