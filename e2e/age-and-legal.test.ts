import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
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
      expect(await page.locator(`main a[href="/legal#${anchor}"]`).count()).toBe(1)
    await page.getByRole('button', { name: 'I am under 21' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page
      .getByText('You must be 21 years or older to access this website. Thank you for your understanding.')
      .waitFor()
    await expectAccessible(page, 'access denied')
    expect(await flags()).toEqual([undefined, 'true'])
    await page.getByRole('button', { name: 'Exit Site' }).click()
    await page.waitForURL('https://www.google.com/**')

    // The answer is remembered. A link in the footer leads to the gate.
    await page.goto('/legal')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Confirm your age' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByRole('button', { name: 'I pressed the wrong button' }).click()
    expect(await flags()).toEqual([undefined, undefined])
    await page.getByRole('button', { name: 'I am 21 or older' }).click()
    await page.getByRole('heading', { name: 'Age Verified!' }).waitFor()
    expect(await flags()).toEqual(['true', undefined])
    await page.getByText('Redirecting to the store...').waitFor()
    const before = Date.now()
    await page.waitForURL(url => url.pathname === '/')
    const took = Date.now() - before
    expect(took).toBeGreaterThan(1700)
    expect(took).toBeLessThan(4000)
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
      expect(await heading.textContent()).toBe(title)
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
