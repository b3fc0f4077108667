import type { Locator, Page } from 'playwright-core'
import { messageTo } from '../browser.ts'
import { drawEarly } from '../draw-early.ts'
import { newOfficer, PASSWORD, prepareAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const PRIZE = 'src/features/winners/prize'
const HOME = { line1: '12 Bastion Way', line2: 'Apartment 4', city: 'Ogden', state: 'UT', postalCode: '84401' }

/** From this prize value on, passing on and cards take two persons. */
const LARGE = 5000
const SHOPPER = 'shopper@redoubt.test'

type Won = { id: string; email: string; name: string }

/** Drawn giveaways for the walk: a prize before its notice, one with open papers, one to ship, one shipped, one without an alternate. */
async function drawPrizes() {
  const owner = await prepareAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const people = ['Maximiliane Featherstonehaugh', 'Ada Winterbourne'].map(name => ({
    name,
    email: `${name.toLowerCase().replace(' ', '.')}-of-the-long-valley@modals.example`,
  }))
  async function won(title: string, value: number, entrants: typeof people | 'shopper' = people): Promise<Won> {
    const { id } = (await owner('/giveaways', { title, description: 'For the walk.', value, tier: 'Gold', startDate }))
      .json
    // Cards of a large prize take two persons, so a shopper enters with a credit.
    if (value >= LARGE || entrants === 'shopper') {
      await owner('/admin/credits/grant', { email: SHOPPER, amount: 1, tier: 'Gold', reason: 'For the entry' })
      await (await prepareAs(SHOPPER))(`/giveaways/${id}/entries`, { pick: 1 })
    } else for (const person of entrants) await owner(`/admin/giveaways/${id}/private-entries`, person)
    await drawEarly(owner, { id, title })
    return (await owner(`/giveaways/${id}/winners`)).json.giveaways[0].winners[0]
  }
  const act = (winner: Won, what: string, body: object = {}) => owner(`/admin/winners/${winner.id}/${what}`, body)
  const linkTo = async ({ email }: Won, title: RegExp) => /\/prizes\/\S+/.exec(await messageTo(email, title))![0]
  const accepted = async (title: string, value: number, entrants: typeof people | 'shopper' = people) => {
    const winner = await won(title, value, entrants)
    const link = await linkTo(winner, new RegExp(`You won ${title}`))
    const answer = { shipTo: { ...HOME, name: winner.name }, isEligible: true, key: link.split('#')[1]! }
    await owner(`/prizes/${winner.id}/accept`, answer)
    return winner
  }
  // Each draw waits some seconds for its round.
  const [told, large, proposed, papers, ready, shipped, last, storied] = await Promise.all([
    won('Night Glass of the Long Valley, with its Case and Strap', 90),
    won('Mountain Cabin Kit', LARGE),
    won('River Cabin Kit', LARGE),
    accepted('Spotting Scope of the Ridge', 2500),
    accepted('Hand Warmer', 60),
    accepted('Field Stove', 80),
    won('Last Lantern', 40, people.slice(0, 1)),
    accepted('Range Finder of the Story', 70, 'shopper'),
  ])
  await act(proposed, 'pass-on', {
    as: 'forfeited',
    reasonClass: 'unreachable',
    reason: 'The phone is out of service.',
  })
  await act(papers, 'papers', { kind: 'affidavit', status: 'received' })
  await act(shipped, 'ship', { carrier: 'Wagon & Sons', trackingNumber: 'WS 200 300' })
  // The shopper's prizes of other journeys count for the tax form too.
  for (const { kind } of (await owner(`/admin/winners/${storied.id}`)).json.papers)
    for (const status of ['received', 'checked']) await act(storied, 'papers', { kind, status })
  await act(storied, 'ship', { carrier: 'UPS' })
  const story = { name: 'Sam S.', words: 'It finds the range of every story.', showsState: true, consent: true }
  await (await prepareAs(SHOPPER))(`/my/prizes/${storied.id}/story`, story, 'PUT')
  await act(last, 'pass-on', { as: 'forfeited', reason: 'Nobody answered at any of the numbers we had.' })
  const papersLink = await linkTo(papers, /Spotting Scope[\s\S]*\/prizes\//)
  const second = await prepareAs(await newOfficer('Ottilie Secondhand'), PASSWORD)
  const answer = { shipTo: { ...HOME, name: large.name }, reason: 'She rang from the number on file.' }
  await second(`/admin/winners/${large.id}/accept`, answer)
  // Either of the two may have won.
  const [firstName, lastName] = papers.name.split(' ')
  const taxForm = { firstName, lastName, numberKind: 'ssn', number: '219-09-9999' }
  const signed = { isTrue: true, signedAs: papers.name, key: papersLink.split('#')[1]! }
  await owner(`/prizes/${papers.id}/tax-form`, { ...taxForm, ...signed })
  return {
    ...{ told, large, proposed, papers, ready, shipped, last },
    answerLink: await linkTo(told, /You won Night Glass/),
    papersLink,
  }
}

type Drawn = Awaited<ReturnType<typeof drawPrizes>>

const at = ({ id }: Won) => `/admin?tab=winners&winner=${id}`

/** Opens an action on a winner by its button. */
const act = (name: string | RegExp, then?: (dialog: Locator) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.locator(':is([role=dialog], [role=alertdialog])')
  await dialog.waitFor()
  await then?.(dialog)
}

function acts({ told, large, proposed, ready, shipped, last }: Drawn): Modal[] {
  return [
    {
      name: 'tell',
      file: 'src/features/winners/admin/winner-dialogs.tsx',
      path: at(told),
      open: act('Tell the winner', dialog => dialog.getByLabel('How', { exact: true }).selectOption('otherwise')),
    },
    {
      name: 'an answer, refused',
      file: 'src/features/winners/admin/winner-dialogs.tsx',
      path: at(told),
      open: act('Note an answer', async dialog => {
        await dialog.getByRole('button', { name: 'Propose' }).click()
        await dialog.getByText('Address line 1 is required').waitFor()
      }),
    },
    {
      name: 'confirm an answer',
      file: 'src/features/proposals/admin/proposal-dialogs.tsx',
      path: '/admin?tab=proposals',
      open: act(/^Confirm: Note the winner’s answer, with the address, Mountain Cabin Kit/),
    },
    {
      name: 'refuse an answer',
      file: 'src/features/proposals/admin/proposal-dialogs.tsx',
      path: '/admin?tab=proposals',
      open: act(/^Refuse: Note the winner’s answer, with the address, Mountain Cabin Kit/, dialog =>
        dialog.getByLabel('Reason, for staff').fill('She says that she did not call'),
      ),
    },
    {
      name: 'pass on',
      file: 'src/features/winners/admin/pass/pass-dialogs.tsx',
      path: at(told),
      open: act('Pass on', dialog => dialog.getByLabel('Reason, for staff').fill('Lives abroad')),
    },
    {
      name: 'propose to pass on',
      file: 'src/features/winners/admin/pass/pass-dialogs.tsx',
      path: at(large),
      open: act('Pass on', dialog => dialog.getByLabel('Why, in the public log').selectOption('papers_missing')),
    },
    {
      name: 'withdraw a proposal',
      file: 'src/features/winners/admin/pass/pass-dialogs.tsx',
      path: at(proposed),
      open: act('Withdraw', dialog => dialog.getByLabel('Reason, for staff').fill('Reached by letter')),
    },
    {
      name: 'ship, refused',
      file: 'src/features/winners/admin/winner-dialogs.tsx',
      path: at(ready),
      open: act('Ship prize', async dialog => {
        await dialog.getByLabel('Carrier').selectOption('other')
        await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
        await dialog.getByText('Please name the carrier.').waitFor()
      }),
    },
    {
      name: 'tracking',
      file: 'src/features/winners/admin/winner-dialogs.tsx',
      path: at(shipped),
      open: act('Correct tracking'),
    },
    {
      name: 'arrived',
      file: 'src/features/winners/admin/winner-dialogs.tsx',
      path: at(shipped),
      open: act('Mark as arrived'),
    },
    {
      name: 'the papers, from the table',
      file: 'src/features/winners/admin/next-step.tsx',
      path: '/admin?tab=winners',
      async open(page) {
        await page
          .getByRole('button', { name: /^Check the papers: / })
          .filter({ visible: true })
          .first()
          .click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Mark checked/ })
          .first()
          .waitFor()
      },
    },
    {
      name: 'settle',
      file: 'src/features/winners/admin/winner-dialogs.tsx',
      path: at(last),
      open: act('Settle prize'),
    },
  ]
}

/** Papers of a prize, the year's report, and the stories of winners. */
function papersAndStories({ papers }: Drawn): Modal[] {
  return [
    {
      name: 'a tax form',
      file: 'src/features/winners/papers/admin/show-tax-form.tsx',
      path: at(papers),
      open: act('Show the form'),
    },
    {
      name: 'the tax year, refused',
      file: 'src/features/winners/papers/admin/tax-year-dialog.tsx',
      path: '/admin?tab=winners',
      open: act('Tax year', async dialog => {
        await dialog.getByText(papers.name).first().waitFor()
        await dialog.getByLabel('EIN').fill('12')
        await dialog.getByRole('button', { name: 'Save the 1099-MISC file' }).click()
        await dialog.getByText('An EIN has nine digits').waitFor()
      }),
    },
    {
      name: 'a story to refuse',
      file: 'src/features/winners/gallery/admin/admin-gallery-tab.tsx',
      path: '/admin?tab=gallery',
      open: act('Refuse the story of Sam S.'),
    },
  ]
}

/** Pages that replace the list, and pages that the winner sees through the link. */
function pages({ told, large, proposed, papers, last, answerLink, papersLink }: Drawn): Modal[] {
  const page = (name: string, file: string, path: string, heading: string | RegExp): Modal => ({
    ...{ name, file, path, within: 'main', escape: 'nothing' },
    open: seen => seen.getByRole('heading', { name: heading }).first().waitFor(),
  })
  return [
    page('a winner to tell', 'src/features/winners/admin/winner-page.tsx', at(told), /, slot/),
    page('a winner with papers', 'src/features/winners/admin/winner-page.tsx', at(papers), /, slot/),
    page('a winner with a proposal', 'src/features/winners/admin/pass/passes.tsx', at(proposed), /, slot/),
    page('a winner with a proposed answer', 'src/features/proposals/admin/open-proposals.tsx', at(large), /, slot/),
    page('a prize without an heir', 'src/features/winners/admin/winner-page.tsx', at(last), /, slot/),
    {
      ...page('an own prize, refused', `${PRIZE}/prize-page.tsx`, answerLink, 'Where should it go?'),
      async open(seen) {
        await seen.getByRole('button', { name: 'Take the prize' }).click()
        await seen.getByText('Please confirm that you may take the prize.').waitFor()
      },
    },
    {
      ...page('an own prize with papers, refused', `${PRIZE}/prize-page.tsx`, papersLink, 'Correct the address'),
      async open(seen) {
        await seen.getByRole('button', { name: 'Send it again' }).click()
        await seen.getByRole('button', { name: 'Send the form' }).click()
        await seen.getByText('First name is required').waitFor()
      },
    },
    page('somebody else’s prize', `${PRIZE}/prize-page.tsx`, papersLink.split('#')[0]!, /cannot be shown/),
    // Must not follow a page with an equal path, because the page would not reload.
    {
      name: 'a prize given up',
      file: `${PRIZE}/decline-dialog.tsx`,
      path: answerLink,
      open: act('I do not want it'),
    },
  ]
}

async function winners(): Promise<Modal[]> {
  const drawn = await drawPrizes()
  return [...acts(drawn), ...papersAndStories(drawn), ...pages(drawn)]
}

export const WINNERS: Area = { name: 'winners', modals: winners }
