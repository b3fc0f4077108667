import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, visit } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('input typed and pressed before the scripts run counts once they run', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  let letThrough = () => {}
  const held = new Promise<void>(done => {
    letThrough = done
  })
  await page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('Hold-The-Line1!')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  letThrough()
  await page.getByText('Invalid email or password.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com')
  await context.close()
})

it('no script is requested before the first paint', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  await page.goto('/store')
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.js')))
  const [painted, asked] = await page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return [performance.getEntriesByName('first-paint')[0]!.startTime, Math.min(...scripts.map(s => s.startTime))]
  })
  expect(asked).toBeGreaterThan(painted)
  await context.close()
})
