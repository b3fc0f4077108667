import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { delayAnswers } from './delay.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, giveCredits } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const picture = (name: string) =>
  fileURLToPath(new URL(`../db/demo/pictures/products/${name}-1200.webp`, import.meta.url))

async function openTab(page: Page) {
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=giveaways')
  await page.getByRole('button', { name: 'Create New Giveaway' }).waitFor()
}

/** Publishes a draft from its card, whose dialog says what becomes public. The public list has it afterwards only. */
async function publishDraft(page: Page, title: string) {
  const guest = await apiAs('shopper@redoubt.test')
  const isPublic = async () => JSON.stringify((await guest('/giveaways')).json).includes(title)
  expect(await isPublic()).toBe(false)
  await page.getByRole('button', { name: `Publish ${title}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Publish ${title}?` })
  for (const fact of [title, 'Silver', '20', '$90', 'When it is sold out', 'Its official rules become public'])
    await dialog.getByText(fact, { exact: false }).first().waitFor()
  await dialog.getByText(/\/giveaways\/[\w-]+$/).waitFor()
  await expectAccessible(page, 'publishing a giveaway')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`${title} was published`).waitFor()
  await expect.poll(isPublic).toBe(true)
}

/** The giveaway among those that have a winner. */
const wonIn = (page: Page, title: string) =>
  page.getByRole('table', { name: 'Winners' }).getByRole('link', { name: title, exact: true })

/** Adds two pictures, the first with its alternative text, and makes the second the main picture by keyboard. */
async function addPictures(form: Locator) {
  await form.locator('input[type=file]').setInputFiles([picture('camp-lantern'), picture('dry-bag')])
  await form.getByLabel('Alternative text of picture 1').fill('A brass lantern on a table')
  await form.getByLabel('Alternative text of picture 2').waitFor()
  await form.getByRole('button', { name: /^Order of picture 2/ }).press('ArrowUp')
  await expect
    .poll(() => form.getByLabel('Alternative text of picture 2').inputValue())
    .toBe('A brass lantern on a table')
}

it.each(widthsOf(1440))(
  'an admin creates a giveaway with a picture, users enter, and the admin draws it once, at %i px [B-12.15] [B-12.16] [B-12.17] [B-12.18] [B-12.32] [B-12.34] [B-12.66] [B-12.67] [B-12.80] [B-12.83] [B-12.88] [B-12.89] [B-12.151] [B-12.209] [B-12.256] [B-12.257] [B-13.7] [B-13.22] [B-13.23]',
  async width => {
    const title = ownName('Lantern for the Long Night')
    const { context, page, errors } = await visit(browser, { width })
    await openTab(page)
    await page.getByRole('button', { name: 'Create New Giveaway' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Giveaway' })
    await form.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Please fill in all required fields').first().waitFor()
    await form.getByLabel(/^Title/).fill(title)
    await form.getByLabel(/^Description/).fill('A lantern that lasts, for a tent that is far out.')
    // Not Bronze, because auto-entry would enter members of other journeys, who could win.
    await form.getByLabel(/^Tier/).selectOption('Silver')
    await form.getByLabel(/^Value/).fill('90')
    await form.getByLabel(/^Total slots/).fill('20')
    await form.getByLabel(/^Start date/).fill('2026-01-02T09:00')
    await expect.poll(() => form.getByLabel(/^Early access date/).inputValue()).toBe('2025-12-31T09:00')
    if (width === 1440) await addPictures(form)
    await form.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText(`${title} is saved as a draft`).waitFor()
    await publishDraft(page, title)

    await giveCredits('shopper@redoubt.test', 'Silver', 3)
    const shopper = await apiAs('shopper@redoubt.test')
    const { json } = await shopper('/giveaways')
    const made = (json.giveaways as { id: string; title: string; image: string; pictures: { alt: string }[] }[]).find(
      giveaway => giveaway.title === title,
    )!
    if (width === 1440) {
      expect(made.image).toMatch(/^s3:giveaways\//)
      expect(made.pictures.map(({ alt }) => alt)).toEqual(['', 'A brass lantern on a table'])
    }
    expect(await shopper(`/giveaways/${made.id}/entries`, { pick: 3 })).toMatchObject({ status: 200 })

    // Actions of a shopper appear without a reload.
    const card = page.getByRole('listitem').filter({ hasText: title })
    await card.getByRole('button', { name: `Select winner of ${title}` }).waitFor()
    await card.getByText('A lantern that lasts, for a tent that is far out.').first().waitFor()
    await page.getByRole('button', { name: `View entries of ${title}` }).click()
    const entries = page.getByRole('dialog', { name: `Giveaway Entries: ${title}` })
    await entries.getByText('shopper@redoubt.test').first().waitFor()
    await entries.getByRole('button', { name: 'Add Private Entry' }).click()
    await entries.getByLabel(/^Name/).fill('Ada Mail')
    await entries.getByLabel(/^E-mail/).fill('ada@example.com')
    await entries.getByRole('button', { name: 'Add Private Entry' }).click()
    // A card gives as many entries as the cheapest Silver product.
    await page.getByText('Private entry added: Slots 21, 22').waitFor()
    const removing = page.getByRole('alertdialog')
    for (const slot of [21, 22]) {
      await entries.getByRole('button', { name: `Remove the entry in slot ${slot}` }).click()
      await removing.getByLabel(/^Reason/).fill('It came twice.')
      await removing.getByRole('button', { name: 'Remove entry' }).click()
      await removing.waitFor({ state: 'hidden' })
    }
    await entries.getByLabel('Show').selectOption('removed')
    await entries.getByText('It came twice.').filter({ visible: true }).first().waitFor()
    await entries.getByLabel('Show').selectOption('live')

    // The winners are loaded before the draw, so that they are shown only if the draw refreshes them.
    const goTo = (tab: string) =>
      width >= 1024
        ? page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
        : page.getByLabel('Part of the admin area').selectOption(tab.toLowerCase())
    await page.keyboard.press('Escape')
    await goTo('Winners')
    await page.getByRole('heading', { name: 'To do' }).waitFor()
    await expect.poll(() => wonIn(page, title).count()).toBe(0)
    await goTo('Giveaways')
    await page.getByRole('button', { name: `View entries of ${title}` }).click()
    await entries.getByRole('button', { name: 'Select Winner' }).click()
    await page.getByLabel(/Type .* to confirm/).fill(title)
    await page.getByLabel('Reason, shown publicly').fill('Everybody who was asked has entered.')
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' })
    // The round may come before the journey has seen the dialog that waits for it.
    const release = await delayAnswers(page, '**/api/giveaways/*/draw', route => route.continue())
    await confirm.dblclick()
    await page.getByRole('dialog', { name: `The list of ${title} is sealed` }).waitFor()
    release()
    await page.getByText(/Winner selected: Slot \d+/).waitFor()
    await entries.waitFor({ state: 'hidden' })
    await card
      .getByText(/Winner: slot \d+/)
      .first()
      .waitFor()
    await expect.poll(() => card.getByRole('button', { name: `Select winner of ${title}` }).count()).toBe(0)
    await goTo('Winners')
    await wonIn(page, title).waitFor()
    const again = await (await apiAs('admin@redoubt.test'))('/admin/select-automatic-winner', { giveawayId: made.id })
    expect([again.status, again.json.winner]).toEqual([200, expect.objectContaining({ slot: expect.any(Number) })])
    expect(errors).toEqual([])
    await context.close()
  },
)

it('two editors of one giveaway lose nothing; it is closed, checked, cancelled and relisted [B-12.16] [B-12.19] [B-12.32] [B-12.91] [B-13.19] [B-13.20] [B-13.25] [B-13.72]', async () => {
  const admin = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const title = ownName('Rope of the North')
  const { json: made } = await admin('/giveaways', { title, description: 'Sixty meters.', tier: 'Gold', startDate })
  await giveCredits('shopper@redoubt.test', 'Gold', 1)
  const shopper = await apiAs('shopper@redoubt.test')
  await shopper(`/giveaways/${made.id}/entries`, { pick: 1 })
  const { context, page, errors } = await visit(browser, { width: 1440 })
  await openTab(page)
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Giveaway' })
  await form.getByLabel(/^Value/).fill('120')
  await form.getByText('Changed: value').waitFor()
  const theirs = { value: 110, description: 'Seventy meters.', rulesReason: 'A new price' }
  await admin(`/giveaways/${made.id}`, theirs, 'PATCH')
  await form.getByRole('button', { name: 'Save changes' }).click()
  const conflict = form.getByRole('region', { name: 'Someone else saved a change' })
  await conflict.getByText('Taken over from them: description.').waitFor()
  await conflict.getByRole('button', { name: 'Continue with this' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('There are entries under the official rules.', { exact: false }).waitFor()
  await form.getByLabel(/^Reason for new rules/).fill('The maker raised its price.')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`${title} was changed`).waitFor()
  expect((await admin(`/admin/giveaways/${made.id}`)).json).toMatchObject({
    value: 120,
    description: 'Seventy meters.',
  })

  const act = async (name: string) => {
    await page
      .getByRole('button', { name: `More for ${title}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name }).click()
    return page.getByRole('alertdialog')
  }
  const closing = await act('Close early')
  await closing.getByLabel('Reason, shown publicly').fill('The maker stopped making it.')
  await closing.getByRole('button', { name: 'Close giveaway' }).click()
  await page.getByText(`${title} was closed`).waitFor()
  await page.getByRole('button', { name: `Debug entries of ${title}` }).click()
  const debug = page.getByRole('dialog', { name: `Debug Entries: ${title}` })
  await debug.getByText('Everything adds up').waitFor()
  await page.keyboard.press('Escape')

  const cancelling = await act('Cancel giveaway')
  await cancelling.getByText('1 Gold credit goes back').waitFor()
  await cancelling.getByLabel('Reason, shown publicly').fill('The maker stopped making it.')
  await cancelling.getByLabel(/Type .* to confirm/).fill(title)
  await cancelling.getByRole('button', { name: 'Cancel giveaway' }).click()
  await page.getByText(`${title} was cancelled; 1 credit was returned`).waitFor()
  const relisting = await act('Relist')
  await relisting.getByLabel(/^Start date/).fill('2031-05-02T09:00')
  await relisting.getByRole('button', { name: 'Relist' }).click()
  await page.getByText(`${title} is up again`).waitFor()
  await page.goto(`/giveaways/${made.slug}`)
  await page.getByText('Every credit was returned; no winner is drawn.').waitFor()
  await page.getByRole('link', { name: 'It was relisted.' }).waitFor()
  await expectAccessible(page, 'cancelled giveaway')

  // Search and state are kept in the URL.
  await page.goto(`/admin?tab=giveaways&status=upcoming&q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByText('Are you sure you want to delete this giveaway?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete giveaway' }).click()
  await page.getByText('No giveaways match').waitFor()
  // The browser logs the refusal of the first save.
  expect(errors.filter(error => !error.includes('409'))).toEqual([])
  await context.close()
})
