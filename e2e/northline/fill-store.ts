import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { choose, pressOn, typeInto } from '../keyboard.ts'
import type { hourTeller } from '../tell-hour.ts'

type Tell = ReturnType<typeof hourTeller>['tell']

const picture = (path: string) => fileURLToPath(new URL(`../../db/demo/pictures/${path}-1200.webp`, import.meta.url))

type Goods = { name: string; price: string } & Partial<Record<'entries' | 'interval' | 'stock' | 'file', string>>

async function makeProduct(page: Page, tell: Tell, { name, price, entries = '0', interval, stock, file }: Goods) {
  await pressOn(page, page.getByRole('button', { name: 'Create New Product' }).first())
  const form = page.getByRole('dialog', { name: 'Create New Product' })
  const box = (label: string) => form.getByRole('textbox', { name: label, exact: true })
  await typeInto(page, box('Name'), name)
  await typeInto(page, box('Price'), price)
  await typeInto(page, box('Entries'), entries)
  if (stock) await typeInto(page, box('Stock'), stock)
  if (interval) {
    await pressOn(page, form.getByRole('checkbox', { name: 'Subscription' }), 'Space')
    await choose(page, form.getByRole('combobox', { name: 'Interval' }), interval)
  }
  if (file) {
    await form.locator('input[type=file]').setInputFiles(file)
    await form.locator('img').first().waitFor()
    await form.getByRole('button', { name: 'Save draft' }).waitFor()
    await tell(page, {
      name: 'product',
      title: 'The first product',
      words:
        'The owner enters a name, a price, the earned credits, the stock and a picture. Saved, it is a draft until the owner publishes it.',
    })
  }
  await pressOn(page, form.getByRole('button', { name: 'Save draft' }))
  await page.getByText(`${name} is saved as a draft`).first().waitFor()
  await form.waitFor({ state: 'detached' })
  await pressOn(page, page.getByRole('button', { name: `Publish ${name}` }))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }))
  await page.getByText(`${name} is in the store`).first().waitFor()
}

/** Three goods: a lantern, and the membership by month and by year. */
export async function fillTheStore(page: Page, tell: Tell) {
  await page.goto('/admin?tab=products')
  await makeProduct(page, tell, {
    name: 'Camp Lantern',
    price: '48.00',
    entries: '2',
    stock: '25',
    file: picture('products/camp-lantern'),
  })
  await makeProduct(page, tell, { name: 'Premium, Monthly', price: '24.99', interval: 'month' })
  await makeProduct(page, tell, { name: 'Premium, Yearly', price: '299.88', interval: 'year' })
}

/** The first giveaway, open at once. */
export async function makeGiveaway(page: Page, { title, tell }: { title: string; tell: Tell }) {
  await page.goto('/admin?tab=giveaways')
  await page.getByRole('button', { name: 'Create New Giveaway' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Giveaway' })
  await form.getByLabel(/^Title/).fill(title)
  await form.getByLabel(/^Description/).fill('A lantern that lasts, for a tent that is far out.')
  await form.getByLabel(/^Value/).fill('90')
  await form.getByLabel(/^Total slots/).fill('20')
  await form.getByLabel(/^Start date/).fill('2026-01-02T09:00')
  await form.locator('input[type=file]').setInputFiles(picture('products/camp-lantern'))
  await form.locator('img').first().waitFor()
  await tell(page, {
    name: 'giveaway',
    title: 'The first giveaway',
    words:
      'The owner enters a prize, its slots and the start date. The server seals a secret seed with the giveaway, so that anyone can check the draw later.',
  })
  await form.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText(`${title} is saved as a draft`).first().waitFor()
  await page.getByRole('button', { name: `Publish ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`${title} was published`).first().waitFor()
}
