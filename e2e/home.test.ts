import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { beginSignedIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

it('the first screen of a phone has the prize, its slots, its time and the way to enter, and the second begins the steps [B-2.88] [B-2.89]', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  await page.goto('/')
  const bottomBar = (await page.getByRole('navigation').last().boundingBox())!
  const enter = page.getByRole('link', { name: /^Pick your number: / })
  const shown = [page.getByRole('heading', { level: 1 }), page.getByText(/slots left$/).first(), enter]
  for (const part of shown) {
    const { y, height } = (await part.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(bottomBar.y)
  }
  const steps = (await page.getByRole('heading', { name: 'How it works' }).boundingBox())!
  expect(steps.y).toBeLessThan(2 * 844)
  // What lies below is laid out once the page works.
  await page.locator('html[data-laid-out]').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('.below-fold').count()).toBe(0)
  await context.close()
})

describe.each(widthsOf(1440))('home at %i px', width => {
  it('home leads a guest to a live prize, the store, the giveaways and sign-in, and features two giveaways at most [B-1.2] [B-2.1] [B-2.31] [B-2.32] [B-2.33] [B-2.88] [B-2.89] [B-9.20]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await page.goto('/')
    const main = page.getByRole('main')
    await expect.poll(() => main.getByText('Welcome back').count()).toBe(0)
    const enter = page.getByRole('link', { name: /^Pick your number: / })
    const prize = await main.getByRole('region').filter({ has: enter }).getByRole('heading').textContent()
    await main
      .getByText(/^\d+ of \d+ slots left$/)
      .first()
      .waitFor()
    const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
    await expect
      .poll(() => steps.getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['1 Earn a credit, or enter free', '2 Pick your number', '3 Check the draw yourself'])
    const featured = page.getByRole('region', { name: 'Giveaways', exact: true }).getByRole('listitem')
    const latest = featured.filter({ hasText: 'Latest draw' })
    await expect.poll(() => latest.textContent()).toMatch(/WinnerSlot \d+ .+Drawn .+Check this draw yourself/)
    await expect
      .poll(() => featured.filter({ hasNotText: 'Latest draw' }).getByRole('heading', { level: 3 }).count())
      .toBe(1)
    await expect.poll(() => featured.getByRole('heading', { name: prize! }).count()).toBe(0)
    const benefits = page.getByRole('region', { name: 'Why Redoubt' }).getByRole('listitem')
    await expect.poll(() => benefits.getByRole('heading', { level: 3 }).count()).toBe(4)
    await enter.click()
    await page.waitForURL(/\/giveaways\/[\w-]+$/)
    await page.getByRole('heading', { level: 1, name: prize! }).waitFor()
    await page.goto('/')
    await latest.getByRole('link').click()
    await page.waitForURL(/\/giveaways\/[\w-]+#result$/)
    await page.goto('/')
    await main.getByRole('link', { name: 'Sign in to start' }).click()
    await page.waitForURL(/\/login$/)
    await page.goto('/')
    await main.getByRole('link', { name: 'See giveaways' }).click()
    await page.waitForURL(/\/giveaways$/)
    await page.goto('/')
    await main.getByRole('link', { name: 'Shop the store' }).click()
    await page.waitForURL(/\/store$/)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(
    firstOf([
      ['shopper', 'Standard member'],
      ['premium', 'Premium member'],
    ]),
  )(
    'home welcomes %s by name with total entries as %s, and leads to the store [B-2.30] [B-2.33]',
    async (account, standing) => {
      const { context, page, errors } = await visit(browser, { width })
      await beginSignedIn(page, `${account}@redoubt.test`)
      // An image's content security policy blocks all fetches; a page's policy allows them.
      await page.goto('/legal')
      const { name, entries } = await page.evaluate(async () => {
        const answer = await (await fetch('/api/auth/token', { method: 'POST' })).json()
        const headers = { authorization: `Bearer ${answer.idToken}` }
        const mine = await (await fetch('/api/my/entries', { headers })).json()
        return { name: answer.user.name as string, entries: mine.total as number }
      })
      await page.goto('/')
      await page.getByText(`Welcome back, ${name}`).waitFor()
      await page.getByText(standing, { exact: true }).waitFor()
      await page.getByText(new RegExp(`^${entries} total entries$`)).waitFor()
      await expectAccessible(page, 'home, signed in')
      await page.getByRole('main').getByRole('link', { name: 'Shop now' }).click()
      await page.waitForURL(/\/store$/)
      expect(errors).toEqual([])
      await context.close()
    },
  )
})
