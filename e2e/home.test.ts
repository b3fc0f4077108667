import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { beginSignedIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(widthsOf(1440))('home at %i px', width => {
  it('home leads a guest to the store, the giveaways and sign-in, and features two giveaways at most [B-1.2] [B-2.1] [B-2.31] [B-2.32] [B-2.33] [B-9.20]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await page.goto('/')
    const main = page.getByRole('main')
    expect(await main.getByText('Welcome back').count()).toBe(0)
    const featured = page.getByRole('region', { name: 'Giveaways', exact: true })
    const count = await featured.getByRole('heading', { level: 3 }).count()
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(2)
    const benefits = page.getByRole('region', { name: 'Why Redoubt' }).getByRole('listitem')
    expect(await benefits.getByRole('heading', { level: 3 }).count()).toBe(4)
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

  it.each([
    ['shopper', 'Standard member'],
    ['premium', 'Premium member'],
  ])(
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
