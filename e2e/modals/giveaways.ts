import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { recordByTwo } from '../card-desk.ts'
import { prepareAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const SHOPPER = 'shopper@redoubt.test'
/** Long values, to test the layout. */
const MAIL = {
  name: 'Maximiliane Featherstonehaugh',
  email: 'maximiliane.featherstonehaugh-winterbourne@modals.example',
}

const save = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
const remove = (slot: number) => (page: Page) =>
  page.getByRole('button', { name: `Remove the entry in slot ${slot}` }).click()

/** Opens an action of the one giveaway that the URL finds. */
const act = (name: string, then?: (dialog: Locator) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await then?.(dialog)
}

/** Creates giveaways: an open one with entries of each kind, a cancelled one, a closed one, a frozen one, one with cards, and a draft. */
async function makeGiveaways() {
  const owner = await prepareAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const make = async (title: string, input: object = {}) => {
    const body = { title, description: 'For the walk of the modals.', tier: 'Gold', value: 120, startDate, ...input }
    return (await owner('/giveaways', body)).json as { id: string }
  }
  const open = await make('Rangefinder of the Long Valley, with its Case, Strap and Two Spare Batteries')
  await owner('/admin/credits/grant', { email: SHOPPER, amount: 2, tier: 'Gold', reason: 'For the two entries' })
  await (await prepareAs(SHOPPER))(`/giveaways/${open.id}/entries`, { slots: [7, 8] })
  await owner(`/admin/giveaways/${open.id}/private-entries`, {
    ...MAIL,
    postmarkedOn: shopDayOf(new Date()),
  })
  const reason = 'The maker stopped making it, and no other is as good.'
  const out = { reason: 'It was entered twice by the same household.', returnCredit: false }
  await owner(`/admin/giveaways/${open.id}/entries/8`, out, 'DELETE')
  const cancelled = await make('Canteen of the Cancelled March')
  const title = 'Canteen of the Cancelled March'
  await owner(`/admin/giveaways/${cancelled.id}/cancel`, { title, reason })
  const closed = await make('Compass of the Closed Gate')
  await owner(`/admin/giveaways/${closed.id}/close`, { reason })
  await freezeForAnHour(owner, make)
  const valuable = await make('Overland Trailer of the Two Signatures', { value: 5000, tier: 'Platinum' })
  await typeCards(owner, valuable.id)
  const draft = await make('Drybag of the Draft', { isDraft: true, sendPremiumEmails: true, sendFreeUserSMS: true })
  return { owner, open: open.id, closed: closed.id, draft: draft.id, valuable: valuable.id }
}

const FROZEN = 'Lantern of the Late Round'

/** A giveaway whose round comes in an hour, because the demo's ten seconds are too short to look at its countdown. */
async function freezeForAnHour(
  owner: Awaited<ReturnType<typeof prepareAs>>,
  make: (title: string) => Promise<{ id: string }>,
) {
  const setGap = (gapSeconds: number) => owner('/admin/settings', { settings: { draw: { gapSeconds } } }, 'PATCH')
  await setGap(3600)
  const { id } = await make(FROZEN)
  await setGap(10)
  await owner(`/admin/giveaways/${id}/private-entries`, MAIL)
  const input = { giveawayId: id, title: FROZEN, reason: 'The prize is withdrawn by its maker.' }
  const { status, json } = await owner('/admin/select-automatic-winner', input)
  expect(status, JSON.stringify(json)).toBe(202)
}

/** Cards that wait, each with another hint, and refused ones. */
async function typeCards(owner: Awaited<ReturnType<typeof prepareAs>>, id: string) {
  const address = '1048 Switchback Ridge Road, Apartment 12\nSteamboat Springs, CO 80487'
  const card = { name: MAIL.name, address }
  for (const more of [{}, {}, { name: 'Another Person', email: SHOPPER }])
    await owner(`/admin/giveaways/${id}/private-entries`, { ...card, ...more })
  for (const reason of ['unreadable', 'not_by_hand']) await recordByTwo(owner, id, { reason, ...card })
}

type Made = Awaited<ReturnType<typeof makeGiveaways>>

const at = (id: string, view = '') => `/admin?tab=giveaways&giveaway=${id}${view && `&view=${view}`}`
const found = (words: string) => `/admin?tab=giveaways&q=${encodeURIComponent(words)}`

function edited({ owner, open, closed, draft }: Made): Modal[] {
  // Each width changes the value to a new one.
  let worth = 130
  return [
    {
      name: 'a new giveaway, refused',
      file: 'src/features/giveaways/lifecycle/admin/editor/giveaway-editor.tsx',
      path: '/admin?tab=giveaways&new=1',
      async open(page) {
        await page.getByLabel(/^Entry limit/).fill('99')
        await page.getByLabel(/^Value/).fill('much')
        await save(page, 'Save draft')
        await page.getByText('Please fill in all required fields').first().waitFor()
      },
      escape: 'asks',
    },
    {
      name: 'an edit conflict',
      file: 'src/features/giveaways/lifecycle/admin/editor/giveaway-editor.tsx',
      path: at(open),
      async open(page) {
        await page.getByLabel(/^Value/).fill('999')
        await page.getByLabel(/^Description/).fill('A box of goods, packed again.')
        const endDate = new Date(Date.now() + ++worth * 86_400_000).toISOString()
        const theirs = { value: worth, endDate, rulesReason: 'The maker is late.' }
        await owner(`/giveaways/${open}`, theirs, 'PATCH')
        await save(page, 'Save changes')
        await page.getByRole('region', { name: 'Someone else saved a change' }).waitFor()
      },
      escape: 'asks',
    },
    {
      name: 'a closed giveaway',
      file: 'src/features/giveaways/lifecycle/admin/editor/giveaway-editor.tsx',
      path: at(closed),
    },
    {
      name: 'a draft',
      file: 'src/features/giveaways/lifecycle/admin/editor/giveaway-editor.tsx',
      path: at(draft),
      // Scrolls down to the images: visibility and announcements come first, the history last.
      async open(page) {
        await page.getByRole('region', { name: 'Audit log' }).waitFor()
        await page.getByRole('group', { name: 'Images' }).scrollIntoViewIfNeeded()
      },
    },
    { name: 'debug', file: 'src/features/draws/admin/debug-dialog.tsx', path: at(open, 'debug') },
  ]
}

const entered = ({ open, valuable }: Made): Modal[] => [
  { name: 'entries', file: 'src/features/free-entry/admin/entries-dialog.tsx', path: at(open, 'entries') },
  {
    name: 'entries, searched',
    file: 'src/features/free-entry/admin/entries-dialog.tsx',
    path: at(open, 'entries'),
    async open(page) {
      await page.getByLabel('Show').selectOption('removed')
      // The rows of the search before stay, dimmed, until the answer is there.
      const answered = page.waitForResponse(answer => answer.url().includes('q=shopper'))
      await page.getByLabel('Search entries').fill('shopper')
      await answered
      await page.getByText('Its credit was kept.').filter({ visible: true }).waitFor()
    },
  },
  {
    name: 'a private entry, refused',
    file: 'src/features/free-entry/cards/admin/add-private-entry.tsx',
    path: at(open, 'entries'),
    async open(page) {
      await page.getByRole('button', { name: 'Add Private Entry' }).click()
      await page.getByLabel(/^E-mail/).fill('no address')
      await page.getByRole('button', { name: 'Add Private Entry' }).click()
      await page.getByRole('form', { name: 'Add Private Entry' }).locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'a card over the cap, to be recorded as refused',
    file: 'src/features/free-entry/cards/admin/add-private-entry.tsx',
    path: at(open, 'entries'),
    async open(page) {
      await page.getByRole('button', { name: 'Add Private Entry' }).click()
      await page.getByLabel('Not an entry, because').selectOption('over_cap')
      await page.getByRole('button', { name: 'Record as refused' }).waitFor()
    },
  },
  {
    name: 'cards that wait for a second person',
    file: 'src/features/free-entry/cards/admin/waiting-cards.tsx',
    path: at(valuable, 'entries'),
    async open(page) {
      await page.getByRole('tab', { name: /^To confirm/ }).click()
      await page.getByText('Another card of this sender has the same days').first().waitFor()
    },
  },
  {
    name: 'a card to refuse',
    file: 'src/features/free-entry/cards/admin/waiting-cards.tsx',
    path: at(valuable, 'entries'),
    async open(page) {
      await page.getByRole('tab', { name: /^To confirm/ }).click()
      await page
        .getByRole('button', { name: /^Refuse card/ })
        .first()
        .click()
    },
  },
  {
    name: 'the register of cards',
    file: 'src/features/free-entry/cards/admin/card-register.tsx',
    path: at(valuable, 'entries'),
    async open(page) {
      await page.getByRole('tab', { name: 'Card register' }).click()
      await page.getByText('Unreadable or incomplete').filter({ visible: true }).waitFor()
    },
  },
  {
    name: 'the receipt of a card',
    file: 'src/features/free-entry/cards/admin/print-dialog.tsx',
    path: at(open, 'entries'),
    async open(page) {
      await page.getByRole('tab', { name: 'Card register' }).click()
      await page
        .getByRole('button', { name: /^Receipt of card/ })
        .filter({ visible: true })
        .first()
        .click()
      await page.getByText('redoubt/receipt/2').waitFor()
    },
  },
  {
    name: 'an entry to remove',
    file: 'src/features/giveaways/entries/admin/entry-list.tsx',
    path: at(open, 'entries'),
    async open(page) {
      await page.getByRole('tab', { name: 'Entries' }).click()
      await remove(7)(page)
    },
  },
]

/** Confirmed actions on a giveaway. */
const ACTS: Modal[] = [
  {
    name: 'publish',
    file: 'src/features/giveaways/lifecycle/admin/acts/publish-giveaway.tsx',
    path: found('Drybag'),
    open: page => page.getByRole('button', { name: 'Publish Drybag of the Draft' }).click(),
  },
  {
    name: 'duplicate',
    file: 'src/features/giveaways/lifecycle/admin/acts/act-dialog.tsx',
    path: found('Rangefinder'),
    open: act('Duplicate'),
  },
  {
    name: 'relist',
    file: 'src/features/giveaways/lifecycle/admin/acts/act-dialog.tsx',
    path: found('Canteen'),
    open: act('Relist', dialog => dialog.getByLabel(/^Start date/).fill('2031-05-02T09:00')),
  },
  {
    name: 'close early, refused',
    file: 'src/features/giveaways/lifecycle/admin/acts/ending-dialogs.tsx',
    path: found('Rangefinder'),
    open: act('Close early', async dialog => {
      await dialog.getByRole('button', { name: 'Close giveaway' }).click()
      await dialog.getByRole('alert').waitFor()
    }),
  },
  {
    name: 'cancel',
    file: 'src/features/giveaways/lifecycle/admin/acts/ending-dialogs.tsx',
    path: found('Rangefinder'),
    open: act('Cancel giveaway', dialog => dialog.getByText('goes back').waitFor()),
  },
  {
    name: 'delete, with entries',
    file: 'src/features/giveaways/lifecycle/admin/acts/ending-dialogs.tsx',
    path: found('Rangefinder'),
    async open(page) {
      await page.getByRole('button', { name: /^Delete/ }).click()
      await page.getByRole('alertdialog').getByText('goes back').waitFor()
    },
  },
  {
    name: 'select winner, early',
    file: 'src/features/draws/admin/select-winner.tsx',
    path: found('Rangefinder'),
    async open(page) {
      await page.getByRole('button', { name: /^Select winner/ }).click()
      await page.getByLabel('Reason, shown publicly').fill('The prize is withdrawn by its maker.')
    },
  },
  {
    name: 'select winner, before the round',
    file: 'src/features/draws/admin/await-round.tsx',
    path: found(FROZEN),
    async open(page) {
      await page.getByRole('button', { name: /^Select winner/ }).click()
      await page.getByRole('dialog').getByText('of the public beacon decides').waitFor()
    },
  },
]

async function giveaways(): Promise<Modal[]> {
  const made = await makeGiveaways()
  return [...edited(made), ...entered(made), ...ACTS]
}

export const GIVEAWAYS: Area = { name: 'giveaways', modals: giveaways }
