import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { hourTeller } from './tell-hour.ts'

const NAME = 'Northline Outfitters'
const MARK = fileURLToPath(new URL('../public/icons/icon-192.png', import.meta.url))

/** From the checklist: names the shop and gives it a mark of its own. */
export async function nameShop(page: Page, tell: ReturnType<typeof hourTeller>['tell']): Promise<void> {
  await page.getByRole('link', { name: 'Go there: Still example data: the name of the shop' }).click()
  const section = page.getByRole('region', { name: 'Brand', exact: true })
  await section.getByLabel('Name of the shop').fill(NAME)
  await section.getByLabel('Short name').fill('Northline')
  await section.getByLabel('Tagline').fill('Ever northward.')
  await section.getByLabel('Prefix of order numbers').fill('NL')
  await section.locator('input[type=file]').last().setInputFiles(MARK)
  await section.getByRole('img', { name: /^Mark/ }).waitFor()
  await section.scrollIntoViewIfNeeded()
  await tell(page, {
    name: 'brand',
    title: 'The brand',
    words:
      'The owner names the shop, chooses an accent that can be read in both themes, and uploads a mark. Pages, e-mails, papers and icons follow without a build.',
  })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved. They apply everywhere from now on.').first().waitFor()
}
