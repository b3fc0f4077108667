import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

const PATIENCE_MS = 60_000
const FIELDS: [selector: string, value: string][] = [
  ['#cardExpiry', '12 / 34'],
  ['#cardCvc', '123'],
  ['#billingName', 'Ada Byron'],
]

export const openBrowser = async (): Promise<Browser> =>
  playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox', '--disable-gpu'] })

/**
 * Fills in Stripe's own payment page, which takes cards in a browser only, and waits until it goes back to the shop or shows why the card
 * was declined. The shop's address does not exist; the browser answers it.
 */
export async function payByBrowser(browser: Browser, url: string, card: string, origin: string): Promise<void> {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  try {
    await page.route(`${origin}/**`, route => route.fulfill({ body: 'The shop' }))
    await page.goto(url)
    await page.locator('#cardNumber').fill(card)
    for (const [selector, value] of FIELDS) await page.locator(selector).fill(value)
    const postalCode = page.locator('#billingPostalCode')
    if (await postalCode.isVisible()) await postalCode.fill('84601')
    await page.getByTestId('hosted-payment-submit-button').click()
    const declined = page.getByText(/declined|insufficient funds/i).first()
    await Promise.any([page.waitForURL(`${origin}/**`), declined.waitFor()])
  } finally {
    await page.close()
  }
}
