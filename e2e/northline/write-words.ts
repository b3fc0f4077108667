import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressOn, typeInto } from '../keyboard.ts'
import type { hourTeller } from '../tell-hour.ts'

type Tell = ReturnType<typeof hourTeller>['tell']

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The home page in the owner's words: a headline, products before giveaways, and no steps, looked at before it is public. */
export async function writeHome(page: Page, tell: Tell): Promise<void> {
  await page.goto('/admin?tab=pages&part=home')
  await button(page, 'Edit home').click()
  const section = (name: string) => page.getByRole('dialog').getByRole('region', { name, exact: true })
  await page.getByText('Words of “Opening”').click()
  await typeInto(page, section('Opening').getByLabel('Headline'), 'Light for the long way')
  await pressOn(page, section('Steps').getByLabel('Shown to visitors'), 'Space')
  await button(page, 'Move up: Products').click()
  await button(page, 'Save draft').click()
  await page.getByText('The draft is saved').first().waitFor()
  await button(page, 'Preview').click()
  for (const width of [390, 1440]) {
    await button(page, `${width} px`).click()
    const frame = page.frameLocator(`iframe[title="Home at ${width} px"]`)
    await expect.poll(() => frame.getByRole('heading', { level: 1 }).textContent()).toBe('Light for the long way')
    // The mark, which is drawn at its first request.
    const mark = frame.locator('img[src^="/icons/maskable-512.png"]')
    await expect.poll(() => mark.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(512)
  }
  await tell(page, {
    name: 'home',
    title: 'The home page',
    words:
      'Sections are switched off, ordered and written. The preview shows the draft on a phone and on a desk before visitors see it.',
  })
  await button(page, 'Close the preview').click()
  await button(page, 'Publish…').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('The home page is public').first().waitFor()
}

/** A page of the owner's own words, at `/pages/about-our-shop`. */
export async function writePage(page: Page, tell: Tell): Promise<void> {
  await page.goto('/admin?tab=pages')
  await button(page, 'New page').first().click()
  await page.locator('#page-title').fill('About our shop')
  await page.locator('#page-slug').fill('about-our-shop')
  await typeInto(page, page.getByRole('textbox', { name: 'Text' }), 'We pack each order by hand, on the harbor.')
  await tell(page, {
    name: 'page',
    title: 'A page of one’s own',
    words: 'Headings, lists and links are written in an editor. The address may be no address of the shop.',
  })
  await pressOn(page, page.getByLabel('Draft'), 'Space')
  await button(page, 'Publish').click()
  await page.getByText('is public').first().waitFor()
}

/** A way to the page in header and footer. */
export async function writeMenus(page: Page, tell: Tell): Promise<void> {
  await page.goto('/admin?tab=pages&part=menus')
  await button(page, 'Edit menus').click()
  const dialog = page.getByRole('dialog', { name: 'Edit menus' })
  for (const menu of ['header', 'footer']) {
    await dialog.getByRole('button', { name: `Add an entry to the ${menu}` }).click()
    const entries = dialog.locator(`[id^="menus-${menu}."][id$=".label"]`)
    const at = (await entries.count()) - 1
    await dialog.locator(`[id="menus-${menu}.${at}.label"]`).fill('About us')
    await dialog.locator(`[id="menus-${menu}.${at}.href"]`).fill('/pages/about-our-shop')
  }
  await tell(page, {
    name: 'menus',
    title: 'The menus',
    words: 'Header and footer lead wherever the owner wants. The legal links of the footer stay.',
  })
  await button(page, 'Save and publish').click()
  await page.getByText('The menus are public').first().waitFor()
}

/** The terms under the law of New York, with a clause of the owner's own. */
export async function writeTerms(page: Page, tell: Tell): Promise<void> {
  await page.goto('/admin?tab=pages&part=legal')
  await button(page, 'Edit Terms & Conditions').click()
  await button(page, 'Clause').click()
  await page
    .getByRole('region', { name: /^Clause 8/ })
    .getByLabel('Title')
    .fill('Our promise')
  const text = page.getByRole('textbox', { name: 'Paragraph 1 of clause 8' })
  await typeInto(page, text, '{company} answers within a week, under the law of {lawState}.')
  await button(page, 'Compare and publish').click()
  const dialog = page.getByRole('dialog', { name: /^What changes/ })
  await expect
    .poll(() => dialog.locator('ins').allTextContents())
    .toContain(' added: Northline Trading answers within a week, under the law of the State of New York.')
  await tell(page, {
    name: 'terms',
    title: 'The terms',
    words:
      'Legal texts are templates with fields for company, state and age, in which the owner adds clauses. What changes is shown before it is published.',
  })
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await page.getByText('is in force as version').first().waitFor()
}
