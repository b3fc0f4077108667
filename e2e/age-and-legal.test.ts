import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { expectRedirect, runUntilShown, stopClock } from './page-clock.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

describe.each(widthsOf(390))('at %i px', width => {
  it('the age gate stores a yes and a no, leads home after the yes and out after the no [B-2.10] [B-2.74] [B-2.75] [B-2.76] [B-2.77] [B-3.22] [B-4.41] [B-9.1] [B-9.3]', async () => {
    const { context, page } = await visit(browser, { width })
    await context.route('https://www.google.com/**', route => route.fulfill({ body: 'elsewhere' }))
    const flags = () => page.evaluate(() => [localStorage.age_verified, localStorage.age_declined])
    await page.goto('/age-verification')
    await page.getByRole('heading', { name: 'Age Verification Required' }).waitFor()
    for (const anchor of ['terms', 'privacy', 'sweepstakes'])
      await expect.poll(() => page.locator(`main a[href="/legal#${anchor}"]`).count()).toBe(1)
    await page.getByRole('button', { name: 'I am under 21' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page
      .getByText('You must be 21 years or older to access this website. Thank you for your understanding.')
      .waitFor()
    await expectAccessible(page, 'access denied')
    await expect.poll(flags).toEqual([undefined, 'true'])
    await page.getByRole('button', { name: 'Exit Site' }).click()
    await page.waitForURL('https://www.google.com/**')

    // The answer is remembered. A link in the footer leads to the gate.
    await page.goto('/legal')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Confirm your age' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByRole('button', { name: 'I pressed the wrong button' }).click()
    await expect.poll(flags).toEqual([undefined, undefined])
    await stopClock(page)
    await page.getByRole('button', { name: 'I am 21 or older' }).click()
    await runUntilShown(page, page.getByRole('heading', { name: 'Age Verified!' }))
    await expect.poll(flags).toEqual(['true', undefined])
    await page.getByText('Redirecting to the store...').waitFor()
    await expectRedirect(page, '/', 2000)
    await context.close()
  })

  it('every anchor of the legal page leads to its text [B-2.9] [B-12.5] [B-12.6] [B-12.243]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    for (const [anchor, title] of [
      ['terms', 'Terms & Conditions'],
      ['privacy', 'Privacy Policy'],
      ['sweepstakes', 'Sweepstakes Rules'],
      ['no-purchase-necessary', 'No Purchase Necessary'],
      ['age-verification', 'Age Verification'],
      ['contact', 'Contact'],
    ]) {
      await page.goto(`/legal#${anchor}`)
      const heading = page.locator(`h2#${anchor}`)
      await heading.waitFor()
      await expect.poll(() => heading.textContent()).toBe(title)
      await expect
        .poll(() => heading.evaluate(element => Math.abs(element.getBoundingClientRect().top)))
        .toBeLessThan(900)
    }
    await page.getByText('Monday to Friday, 9 a.m. to 5 p.m. Eastern time').first().waitFor()
    await page.goto('/legal/sweepstakes/1')
    await page.getByRole('heading', { name: 'Sweepstakes Rules', level: 1 }).waitFor()
    await expectAccessible(page, 'one version')
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('the head of', () => {
  it.each([
    ['/login', 'noindex'],
    ['/register', 'noindex, nofollow'],
    ['/confirm-account', 'noindex'],
    ['/checkout', 'noindex, nofollow'],
    ['/legal', null],
  ])('%s tells search engines %s [B-2.6] [B-2.7] [B-2.8] [B-10.1]', async (path, robots) => {
    const html = await (await fetch(`${inject('origin')}${path}`)).text()
    expect(/<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? null).toBe(robots)
  })
})
