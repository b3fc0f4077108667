import type { Page } from 'playwright-core'
import { pressOn, typeInto } from './keyboard.ts'
import type { apiAs } from './shopper.ts'

type FormState = { id: string; title: string }

/** Does the four duties of a draft above $5,000, the last of them on the screen by keyboard, and publishes it. */
export async function publishWithDuties(
  page: Page,
  owner: Awaited<ReturnType<typeof apiAs>>,
  { id, title }: FormState,
): Promise<void> {
  const filing = { reference: 'Receipt 4711', doneOn: '2025-11-20' }
  for (const duty of ['ny-filing', 'ny-bond', 'fl-filing'])
    await owner(`/admin/giveaways/${id}/obligations/${duty}/done`, filing)
  await page.goto(`/admin?tab=giveaways&q=${encodeURIComponent(title)}`)
  const publish = () => pressOn(page, page.getByRole('button', { name: `Publish ${title}`, exact: true }))
  await publish()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/^Florida needs 7 days before the first entry/).waitFor()
  await pressOn(page, dialog.getByRole('button', { name: 'Open the duties' }))
  await pressOn(page, page.getByRole('button', { name: /^Mark as done: Florida: File a surety bond/ }))
  await typeInto(page, dialog.getByLabel(/^Reference of the filing/), 'Bond 12')
  await dialog.getByLabel(/^Day of the filing/).fill(filing.doneOn)
  await pressOn(page, dialog.getByRole('button', { name: 'Mark as done' }))
  await page.getByText('The duty is done').waitFor()
  await page.keyboard.press('Escape')
  await publish()
  await pressOn(page, dialog.getByRole('button', { name: 'Publish' }))
  await page.getByText(`${title} was published`).waitFor()
}
