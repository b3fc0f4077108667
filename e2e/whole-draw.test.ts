import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePassed } from '@redoubt/draw/log/log-leaf.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBothThemes, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { confirmCards, confirmRefusal, expectCounted, openDesk, typeCards } from './card-desk.ts'
import { freezeByTwo } from './draw-early.ts'
import { choose, pressOn, typeInto } from './keyboard.ts'
import { COMMAND_LINE_VERIFIERS, verifyOffline } from './offline-verifiers.ts'
import { publishWithDuties } from './publish-with-duties.ts'
import {
  apiAs,
  beginAsNewcomer,
  beginSignedIn,
  newEmail,
  newOfficer,
  PASSWORD,
  proveEntry,
  takeASlot,
} from './shopper.ts'

const OWNER = 'admin@redoubt.test'
const SLOTS = 50
/** From $5,000 on, a card, an early draw and passing on take two persons. */
const VALUE = 9000
const PRIVATE_REASON = 'The phone is out of service'

const browser = await testBrowser()
let folder: string
let owner: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whole-draw-'))
  owner = await apiAs(OWNER)
})
afterAll(() => rm(folder, { recursive: true }))

type Giveaway = { id: string; slug: string; title: string }
type Winner = { id: string; email: string; place: number; slotNumber: number }

async function publish(page: Page, title: string): Promise<Giveaway> {
  await page.goto('/admin?tab=giveaways')
  await pressOn(page, page.getByRole('button', { name: 'Create New Giveaway' }))
  const form = page.getByRole('dialog', { name: 'Create New Giveaway' })
  await typeInto(page, form.getByLabel(/^Title/), title)
  await typeInto(page, form.getByLabel(/^Description/), 'It pulls a truck out of a ford.')
  await choose(page, form.getByLabel(/^Tier/), 'Gold')
  await typeInto(page, form.getByLabel(/^Value/), String(VALUE))
  await typeInto(page, form.getByLabel(/^Total slots/), String(SLOTS))
  await typeInto(page, form.getByLabel(/^Start date/), '2026-01-02T09:00')
  await pressOn(page, form.getByRole('button', { name: 'Save draft' }))
  await page.getByText(`${title} is saved as a draft`).waitFor()
  const { giveaways } = (await owner('/admin/giveaways')).json as { giveaways: Giveaway[] }
  const giveaway = giveaways.find(one => one.title === title)!
  await publishWithDuties(page, owner, giveaway)
  return giveaway
}

/** A shopper with one Gold credit from staff. */
async function newShopper() {
  const email = newEmail()
  const visitor = await visit(browser)
  await beginAsNewcomer(visitor.page, email)
  const grant = { email, amount: 1, tier: 'Gold', reason: 'A test' }
  expect((await owner('/admin/credits/grant', grant)).status).toBe(200)
  return visitor
}

/** The stage, as a stream shows it: the seal, the countdown to the round, and the winner's slot. */
async function watchStage(page: Page, { id }: Giveaway) {
  await page.getByText('The list is sealed', { exact: true }).waitFor()
  await page.getByText('The round comes', { exact: false }).first().waitFor()
  await page.getByText('Winning slot').waitFor()
  const { result } = (await owner(`/giveaways/${id}/draw`)).json
  await page.getByText(`Slot ${result.winnerSlot} wins. All 11 checks hold.`).waitFor()
}

const winnersOf = async ({ id }: Giveaway): Promise<Winner[]> =>
  (await owner(`/giveaways/${id}/winners`)).json.giveaways[0].winners

/** The winner who has the prize now, and the link of the notice. */
async function noticeOf(giveaway: Giveaway, place: number) {
  const winner = (await winnersOf(giveaway)).find(other => other.place === place)!
  const message = await messageTo(winner.email, new RegExp(`You won ${giveaway.title}`))
  return { winner, link: /\/prizes\/\S+/.exec(message)![0] }
}

async function decline(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('button', { name: 'I do not want it' }).click()
  await page.getByRole('button', { name: 'Give it up' }).click()
  await page.getByText('You declined it, and it went to the next entry in the drawn order.').waitFor()
}

async function accept(page: Page, link: string) {
  await page.goto(link.split('#')[0]!)
  await page.getByText('This link is not complete.', { exact: false }).waitFor()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Where should it go?' }).waitFor()
  await page.getByRole('button', { name: 'I do not want it' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByLabel('Name').fill('Rosa Fields')
  await page.getByLabel('Address Line 1').fill('3 Far Road')
  await page.getByLabel('City').fill('Provo')
  await page.getByRole('textbox', { name: 'State' }).fill('UT')
  await page.getByLabel('ZIP Code').fill('84601')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Take the prize' }).click()
  await page.getByText('The prize is yours').waitFor()
  await expect.poll(() => page.getByText('3 Far Road').count()).toBe(0)
}

async function propose(page: Page, { title }: Giveaway, { email }: Winner) {
  await page.goto('/admin?tab=winners')
  await pressOn(page, page.getByRole('rowgroup').filter({ hasText: title }).getByRole('link', { name: email }))
  await pressOn(page, page.getByRole('button', { name: 'Pass on' }))
  await page.getByText('This prize takes two persons.', { exact: false }).waitFor()
  await choose(page, page.getByLabel('Why, in the public log'), 'unreachable')
  await typeInto(page, page.getByLabel('Reason, for staff'), PRIVATE_REASON)
  await typeInto(page, page.getByLabel(/Type .* to confirm/), title)
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Propose' }))
  await page.getByText('Passing on is proposed: could not be reached').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Confirm and pass on' }).count()).toBe(0)
}

/** The second person passes the prize on to the alternate on a phone. @returns the SHA-256 of the proof of notice that the screen shows. */
async function passOn(page: Page, { title }: Giveaway, { id }: Winner): Promise<string> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin?tab=winners&winner=${id}`)
  await pressOn(page, page.getByRole('button', { name: 'Confirm and pass on' }))
  await typeInto(page, page.getByLabel(/Type .* to confirm/), title)
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm and pass on' }))
  await page.getByText('Passed to the next of the drawn order').first().waitFor()
  await page.getByText('Proof of notice').click()
  const proof = page.getByRole('group').filter({ hasText: 'Proof of notice' }).locator('pre')
  await proof.waitFor()
  await expectBothThemes(page, 'a winner whom the prize passed by')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  return createHash('sha256')
    .update((await proof.textContent())!)
    .digest('hex')
}

/** The public result: who held the prize, why it passed on, and the check in the browser. */
async function readResult(page: Page, { slug }: Giveaway, proofOfNotice: string) {
  await openPage(page, `/giveaways/${slug}`)
  const early = 'The list of this giveaway was sealed before its date by a member of staff'
  await page.getByText(early, { exact: false }).waitFor()
  await page
    .getByText(/Declined by the winner; prize passed on .+\. Line \d+ of the log, proof of notice [0-9a-f]{64}/)
    .waitFor()
  await page
    .getByText(
      new RegExp(`Could not be reached; prize passed on .+\\. Line \\d+ of the log, proof of notice ${proofOfNotice}`),
    )
    .waitFor()
  await expect.poll(() => page.getByText('prize passed on', { exact: false }).count()).toBe(2)
  await expect.poll(() => page.getByText(PRIVATE_REASON).count()).toBe(0)
  await pressOn(page, page.getByRole('button', { name: 'Check here' }))
  await page.getByText('This draw is true').waitFor()
  // The steps, and the shopper's receipt.
  await page.getByText(/^You are in: number \d+, as your receipt says\.$/).waitFor()
  await expect.poll(() => page.getByText('True', { exact: true }).count()).toBe(12)
  await expect.poll(() => page.getByText('False', { exact: true }).count()).toBe(0)
}

/** Saves a file of the giveaway's page. */
async function save(page: Page, role: 'link' | 'button', name: string, file: string) {
  const saved = page.waitForEvent('download')
  await page.getByRole(role, { name }).click()
  await (await saved).saveAs(join(folder, file))
}

/** Downloads evidence, receipt and verifiers, and checks the draw without a network. */
async function checkOffline(page: Page, winners: Winner[], proofOfNotice: string) {
  await save(page, 'link', 'Download everything', 'draw.json')
  await save(page, 'button', 'Save my receipt', 'receipt.json')
  const order = winners.toSorted((a, b) => a.place - b.place).map(({ slotNumber }) => slotNumber)
  const present = order[2]!
  const { passed } = JSON.parse(await readFile(join(folder, 'draw.json'), 'utf8')) as { passed: { leaf: string }[] }
  expect(passed.map(({ leaf }) => parsePassed(leaf))).toMatchObject([
    { place: 1, number: order[0], reason: 'declined' },
    { place: 2, number: order[1], reason: 'unreachable', notice: proofOfNotice },
  ])
  for (const verifier of COMMAND_LINE_VERIFIERS) {
    await save(page, 'link', verifier, verifier)
    const { status, stdout, stderr } = verifyOffline(folder, verifier, 'draw.json', 'receipt.json')
    expect(stderr).toBe('')
    expect(stdout.match(/^ok +\d+ /gm)).toHaveLength(12)
    expect(stdout).toMatch(new RegExp(`^ok +10 .* number ${order[0]}\\b`, 'm'))
    expect(stdout).toMatch(new RegExp(`^ok +11 .* in their order: 2\\. The winner is number ${present}\\.$`, 'm'))
    expect(stdout).toContain(`\nThe winner is number ${present}.\nPlaces: ${order.join(', ')}\n`)
    expect(status).toBe(0)
  }
}

it('a giveaway is published, entered by credit and by card, frozen by two persons, streamed, drawn, declined, passed on by two persons, and checked offline [B-1.20] [B-13.8] [B-13.39] [B-17.1] [B-17.2] [B-17.4] [B-18.1] [B-18.3] [B-18.5] [B-18.10] [B-18.11] [B-18.13] [B-18.14] [B-19.2] [B-19.10] [B-19.12] [B-19.15] [B-20.6] [B-20.10] [B-26.6] [B-26.7] [B-34.5]', async () => {
  // A title for each try: the list of giveaways has those of the tries before.
  const title = `Winch of the Whole Way ${Date.now()}`
  const [typist, second, shopper, stream] = [
    await visit(browser),
    await visit(browser),
    await newShopper(),
    await visit(browser),
  ]
  await beginSignedIn(typist.page, OWNER)
  await beginSignedIn(second.page, await newOfficer(), PASSWORD)
  const giveaway = await publish(typist.page, title)

  const slot = await takeASlot(shopper.page, title, 'Gold')
  const senders = ['Ada Marsh', 'Ben Hollow'].map((name, n) => ({
    name,
    address: `${12 + n} Bastion Way\nOgden, UT 84401`,
    email: `${name.toLowerCase().replace(' ', '.')}-${Date.now()}@cards.example`,
  }))
  await typeCards(typist.page, await openDesk(typist.page, giveaway.id), senders)
  await confirmRefusal(second.page, title)
  await confirmCards(second.page, await openDesk(second.page, giveaway.id), [SLOTS + 1, SLOTS + 2])
  await expectCounted(second.page, giveaway.slug, senders.length)

  await openPage(stream.page, `/giveaways/${giveaway.slug}/stage`)
  await stream.page.getByText('The list is not sealed yet').waitFor()
  await Promise.all([watchStage(stream.page, giveaway), freezeByTwo(typist.page, second.page, title)])

  const first = await noticeOf(giveaway, 1)
  await decline(stream.page, first.link)
  const next = await noticeOf(giveaway, 2)
  await propose(typist.page, giveaway, next.winner)
  await expectBothThemes(typist.page, 'a winner with a proposal')
  const proofOfNotice = await passOn(second.page, giveaway, next.winner)
  const guest = await visit(browser)
  await accept(guest.page, (await noticeOf(giveaway, 3)).link)

  await readResult(shopper.page, giveaway, proofOfNotice)
  await proveEntry(shopper.page, slot)
  await expectBothThemes(shopper.page, 'a result that was passed on')
  await checkOffline(shopper.page, await winnersOf(giveaway), proofOfNotice)
  const visitors = [typist, second, shopper, stream, guest]
  // The browser logs the refused link that was not complete, and a bundle asked for before the witnesses signed the result.
  const errors = visitors.flatMap(visitor => visitor.errors).filter(line => !/\b(404|409)\b/.test(line))
  expect(errors).toEqual([])
  for (const { context } of visitors) await context.close()
})
