import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { apiAs, signIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const PICTURE = fileURLToPath(new URL('../db/demo/pictures/products/camp-lantern-1200.webp', import.meta.url))

it.each([1440, 390])(
  'an admin makes a giveaway with a picture, people enter, and the admin draws it once, at %i px',
  async width => {
    const title = `Lantern for the Long Night ${width}`
    const { context, page, errors } = await visit(browser, { width })
    await signIn(page, 'admin@redoubt.test')
    await page.goto('/admin?tab=giveaways')
    await page
      .getByRole('button', { name: /create/i })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: 'Create New Giveaway' })
    await form.getByLabel(/^Title/).fill(title)
    await form.getByRole('button', { name: 'Create giveaway' }).click()
    await page.getByText('Please fill in all required fields').first().waitFor()
    await expectAccessible(page, 'giveaway form')
    await form.getByLabel(/^Description/).fill('A lantern that lasts, for a tent that is far out.')
    // Not Bronze, which members of other journeys would enter by auto-entry, and win.
    await form.getByLabel(/^Tier/).selectOption('Silver')
    await form.getByLabel(/^Value/).fill('90')
    await form.getByLabel(/^Total slots/).fill('20')
    await form.getByLabel(/^Start date/).fill('2026-01-02T09:00')
    await form.locator('input[type=file]').setInputFiles(PICTURE)
    await form.locator('img').first().waitFor()
    await form.getByRole('button', { name: 'Create giveaway' }).click()
    await page.getByText(`${title} was created`).waitFor()

    const shopper = await apiAs('shopper@redoubt.test')
    const { json } = await shopper('/giveaways')
    const made = (json.giveaways as { id: string; title: string; image: string }[]).find(
      giveaway => giveaway.title === title,
    )!
    expect(made.image).toMatch(/^s3:giveaways\//)
    expect(await shopper(`/giveaways/${made.id}/entries`, { pick: 2 })).toMatchObject({ status: 200 })

    await page.reload()
    await page.getByRole('button', { name: `View entries of ${title}` }).click()
    const entries = page.getByRole('dialog', { name: `Giveaway Entries: ${title}` })
    await entries.getByText('shopper@redoubt.test').first().waitFor()
    await expectAccessible(page, 'entries')
    await entries.getByRole('button', { name: 'Select Winner' }).click()
    await page.getByLabel(/Type .* to confirm/).fill(title)
    await page.getByLabel('Reason, shown to everybody').fill('Everybody who was asked has entered.')
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' })
    await confirm.dblclick()
    await page.getByText(/Winner selected: Slot \d+/).waitFor()
    await page.goto('/admin?tab=winners')
    await page.getByText(title).first().waitFor()
    await page.getByText('shopper@redoubt.test').first().waitFor()
    await expectAccessible(page, 'winners')
    const again = await (await apiAs('admin@redoubt.test'))('/admin/select-automatic-winner', { giveawayId: made.id })
    expect(again.status).toBe(409)
    expect(errors).toEqual([])
    await context.close()
  },
)
