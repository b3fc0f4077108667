import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { hourTeller } from '../tell-hour.ts'
import NORTHLINE from './brand.json' with { type: 'json' }

type Tell = ReturnType<typeof hourTeller>['tell']

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** Yellow, which no text of the light theme can have. */
const TOO_LIGHT = '#ffe14d'

const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function chooseFile(section: Locator, field: string, label: string, file: string) {
  await section.locator(`[id="setting-brand.${field}"]`).setInputFiles(fileOf(file))
  await section.getByRole('img', { name: `${label}, as chosen` }).waitFor()
}

/** The message of an earlier change may still be there, so the answer is waited for. */
async function save(page: Page) {
  const saved = page.waitForResponse(
    answer => answer.url().endsWith('/api/admin/settings') && answer.request().method() === 'PATCH',
  )
  await page.getByRole('button', { name: 'Save settings' }).click()
  expect((await saved).status()).toBe(200)
}

/** From the checklist: names the shop, and gives it a colour that can be read, two logos and a mark. */
export async function nameShop(page: Page, tell: Tell): Promise<void> {
  await page.getByRole('link', { name: 'Go there: Still example data: the name of the shop' }).click()
  const section = regionOf(page, 'Brand')
  const { name, shortName, tagline, accent, orderPrefix, logoLight, logoDark, mark } = NORTHLINE.brand
  await section.getByLabel('Name of the shop').fill(name)
  await section.getByLabel('Short name').fill(shortName)
  await section.getByLabel('Tagline').fill(tagline)
  await section.getByLabel('Prefix of order numbers').fill(orderPrefix)
  const colour = section.getByLabel('Accent colour', { exact: true })
  await colour.fill(TOO_LIGHT)
  const take = section.getByRole('button', { name: /^Take #/ })
  await take.waitFor()
  await section.scrollIntoViewIfNeeded()
  await tell(page, {
    name: 'colour',
    title: 'A colour that cannot be read',
    words:
      'The accent is checked while it is chosen. One that is too light for text names the nearest that can be read.',
  })
  await take.click()
  await take.waitFor({ state: 'detached' })
  await colour.fill(accent)
  await chooseFile(section, 'logoLight', 'Logo for light grounds', logoLight)
  await chooseFile(section, 'logoDark', 'Logo for dark grounds', logoDark)
  await chooseFile(section, 'mark', 'Mark', mark)
  await tell(page, {
    name: 'brand',
    title: 'The brand',
    words:
      'The owner names the shop and uploads a mark and a logo for each ground. Pages, e-mails, papers and icons follow without a build.',
  })
  await save(page)
}

/** Sends the shop to New York: its clock, the law of its terms, the tax. */
export async function placeShop(page: Page, tell: Tell): Promise<void> {
  const section = regionOf(page, 'Place')
  await section.getByLabel('Time zone').selectOption(NORTHLINE.place.timeZone)
  await section.getByLabel('State whose law applies').selectOption(NORTHLINE.place.lawState)
  await page.getByLabel('The shop’s own state').selectOption(NORTHLINE.place.lawState)
  await page.getByLabel('States to collect tax in').fill('NY')
  await section.scrollIntoViewIfNeeded()
  await tell(page, {
    name: 'place',
    title: 'The place',
    words:
      'Closing times, days and the law of the terms follow the place. Before the first giveaway a zone holds at once.',
  })
  await save(page)
}

/** The sender of e-mails and the company's addresses. */
export async function writeFacts(page: Page): Promise<void> {
  const { supportEmail, contact } = NORTHLINE
  await page.getByLabel('Address of the sender').fill('post@northline.example')
  await page.getByLabel('Company').fill(contact.company)
  await page.getByLabel('Support e-mail').fill(supportEmail)
  await page.getByLabel('Privacy e-mail').fill(contact.privacyEmail)
  await page.getByLabel('Postal address').fill(contact.address.join('\n'))
  await page.getByLabel('Address for mail-in entries').fill(contact.mailIn.join('\n'))
}
