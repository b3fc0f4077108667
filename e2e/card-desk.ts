import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './browser.ts'
import { choose, openTab, pressOn, typeInto } from './keyboard.ts'
import { type apiAs, newOfficer, PASSWORD, prepareAs } from './shopper.ts'

/** The entries dialog of a giveaway. */
export async function openDesk(page: Page, id: string): Promise<Locator> {
  await page.goto(`/admin?tab=giveaways&giveaway=${id}&view=entries`)
  return page.getByRole('dialog', { name: /^Giveaway Entries/ })
}

/** Records a card of a large prize as no entry, by calls of two persons. */
export async function recordByTwo(first: Awaited<ReturnType<typeof apiAs>>, id: string, card: object): Promise<void> {
  const { cardNumber } = (await first(`/admin/giveaways/${id}/refused-cards`, card)).json
  const second = await prepareAs(await newOfficer(), PASSWORD)
  const { proposals } = (await second(`/admin/proposals?subjectType=card&subjectId=${cardNumber}`)).json
  await second(`/admin/proposals/${proposals[0].id}/confirm`, {})
}

type Sender = { name: string; address: string; email?: string }

/** Types the cards of these senders, records an unreadable one as no entry, and reads that a second person confirms both. */
export async function typeCards(page: Page, desk: Locator, senders: Sender[]): Promise<void> {
  await pressOn(page, desk.getByRole('button', { name: 'Add Private Entry' }))
  for (const { name, address, email = '' } of senders) {
    await typeInto(page, desk.getByLabel(/^Name/), name)
    await typeInto(page, desk.getByLabel(/^Postal address/), address)
    await typeInto(page, desk.getByLabel(/^E-mail/), email)
    await pressOn(page, desk.getByRole('button', { name: 'Add Private Entry' }))
    await page
      .getByText(/^Card \d+ waits for a second person/)
      .last()
      .waitFor()
    await expect.poll(() => desk.getByLabel(/^Name/).inputValue()).toBe('')
  }
  await choose(page, desk.getByLabel(/^Not an entry/), 'unreadable')
  await pressOn(page, desk.getByRole('button', { name: 'Record as refused' }))
  await page.getByText(/^Card \d+: a second person must confirm that it is no entry/).waitFor()
  await openTab(page, desk.getByRole('tab', { name: /^To confirm/ }))
  await desk.getByText('You typed this card. A second person confirms it.').first().waitFor()
  await expect.poll(() => desk.getByRole('button', { name: /^Confirm card/ }).count()).toBe(0)
}

/** A second person confirms that the unreadable card of a giveaway is no entry. */
export async function confirmRefusal(page: Page, giveaway: string): Promise<void> {
  await page.goto('/admin?tab=proposals')
  await pressOn(
    page,
    page.getByRole('button', { name: new RegExp(`^Confirm: Refuse the card, Card \\d+, ${giveaway}`) }),
  )
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }))
  await page.getByText('Confirmed: Refuse the card').waitFor()
}

/** A second person confirms the cards that wait, from this slot on, and prints the receipt of one. */
export async function confirmCards(page: Page, desk: Locator, slots: number[]): Promise<void> {
  const buttons = desk.getByRole('button', { name: /^Confirm card/ })
  const confirm = buttons.first()
  await openTab(page, desk.getByRole('tab', { name: /^To confirm/ }))
  await confirm.waitFor()
  await expectAccessible(page, 'a card to confirm')
  for (const [done, slot] of slots.entries()) {
    // A confirmed card leaves the list after its message.
    await expect.poll(() => buttons.count()).toBe(slots.length - done)
    await pressOn(page, confirm)
    await page.getByText(new RegExp(`^Card \\d+ confirmed: Slot ${slot}`)).waitFor()
  }
  await desk.getByText('No card waits for a second person').waitFor()
  await openTab(page, desk.getByRole('tab', { name: 'Card register' }))
  await desk.getByText('Unreadable or incomplete').filter({ visible: true }).waitFor()
  await desk
    .getByRole('button', { name: /^Receipt of card/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByText('redoubt/receipt/2').waitFor()
  await expect.poll(() => desk.getByRole('button', { name: 'Add Private Entry' }).count()).toBe(0)
}

/** Reads the public counts of a giveaway's cards, one of them refused. */
export async function expectCounted(page: Page, slug: string, registered: number): Promise<void> {
  await page.goto(`/giveaways/${slug}`)
  await page.getByText(`Free entries: ${registered + 1} received, ${registered} registered, 1 refused`).click()
  await page.getByText('Refused, unreadable or incomplete: 1.').waitFor()
}
