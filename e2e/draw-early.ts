import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { PATIENCE_MS } from '#platform/testing/patience.ts'
import { expectAccessible } from './browser.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { type apiAs, newOfficer, PASSWORD, prepareAs } from './shopper.ts'

type Api = Awaited<ReturnType<typeof apiAs>>

/**
 * Freezes the list of a giveaway before its date, and waits until the public round has drawn its winner. A new draw officer confirms it for
 * a prize that takes two persons.
 */
export async function drawEarly(owner: Api, { id, title }: { id: string; title: string }): Promise<void> {
  const frozen = await owner('/admin/select-automatic-winner', { giveawayId: id, title, reason: 'A journey' })
  expect(frozen.status, JSON.stringify(frozen.json)).toBe(202)
  const { proposal } = frozen.json
  if (proposal) await (await prepareAs(await newOfficer(), PASSWORD))(`/admin/proposals/${proposal.id}/confirm`, {})
  // The witnesses have 8 s before the round, and a later confirmation moves the draw by a day: a busy machine's own turn may come later.
  expect((await owner('/admin/check-winners', {})).status).toBe(200)
  const stateNow = async () => (await owner(`/giveaways/${id}/draw`)).json.state
  // Not `expect.poll`, because modals draw before their tests begin.
  await vi.waitFor(async () => expect(await stateNow()).toBe('drawn'), { timeout: PATIENCE_MS, interval: 500 })
}

/** Staff freeze the list before its date in the list of giveaways, by keyboard. Ends at the countdown to the round. */
export async function freezeOnScreen(page: Page, giveaway: string): Promise<void> {
  await pressSeal(page, giveaway)
  await page.getByText('decides. It comes', { exact: false }).waitFor()
  await expectAccessible(page, 'countdown to the round')
}

/** Of a prize that takes two persons: the first proposes to freeze the list, the second, a draw officer, confirms it, both by keyboard. */
export async function freezeByTwo(first: Page, second: Page, giveaway: string): Promise<void> {
  await pressSeal(first, giveaway)
  await first.getByText('Proposed. A second person must confirm this.').waitFor()
  await first.getByRole('alertdialog').waitFor({ state: 'detached' })
  await second.goto('/admin?tab=proposals')
  await pressOn(second, second.getByRole('button', { name: `Confirm: Seal the list early, and draw, ${giveaway}` }))
  await expectAccessible(second, 'the confirmation of an early draw')
  await pressOn(second, second.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }))
  await second.getByText('Confirmed: Seal the list early, and draw').waitFor()
}

async function pressSeal(page: Page, giveaway: string): Promise<void> {
  await page.goto('/admin?tab=giveaways')
  await pressOn(page, page.getByRole('button', { name: `Select winner of ${giveaway}`, exact: true }))
  await page.getByText('A draw happens once and cannot be undone.').waitFor()
  await expectAccessible(page, 'draw confirmation')
  await typeInto(page, page.getByLabel(/Type .* to confirm/), giveaway)
  await typeInto(page, page.getByLabel('Reason, shown publicly'), 'The journey ends here.')
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' }))
}
