import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { messageTo } from './browser.ts'
import type { hourTeller } from './tell-hour.ts'

type Draw = {
  /** The owner's. */
  page: Page
  /** Of the giveaway. */
  title: string
  /** The e-mail address of who entered. */
  shopper: string
  origin: string
  tell: ReturnType<typeof hourTeller>['tell']
}

/** Draws the first giveaway before its date, and checks the draw in the browser. */
export async function drawFirst({ page, title, shopper, origin, tell }: Draw): Promise<void> {
  await page.goto('/admin?tab=giveaways')
  await page.getByRole('button', { name: `Select winner of ${title}` }).click()
  await page.getByLabel(/Type .* to confirm/).fill(title)
  await page.getByLabel('Reason, shown publicly').fill('The first draw of the shop, to see that all of it works.')
  await tell(page, {
    name: 'draw',
    title: 'The draw',
    words:
      'A draw before its date requires the typed title and a reason. Everyone can read the reason with the result.',
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' }).click()
  await page
    .getByText(/Winner selected: Slot \d+/)
    .first()
    .waitFor()
  expect(await messageTo(shopper, /won/i, origin)).toContain(title)
  await page.goto('/giveaways?tab=past')
  await page.getByRole('link', { name: title }).first().click()
  await page.getByRole('button', { name: 'Check here' }).click()
  await page.getByText('This draw is true').waitFor()
  await tell(page, {
    name: 'result',
    title: 'The result',
    words:
      'The list is sealed at once, and a public number that comes seconds later decides. The winner gets an e-mail. The browser has computed the draw again.',
  })
}
