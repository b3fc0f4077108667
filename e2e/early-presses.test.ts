import { expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'

const browser = await testBrowser()

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
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nobody@example.com')
  await context.close()
})

it('a press while the page hydrates counts once', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  // Between React's hydration of the page and its effects are other tasks, so that a press may come there.
  await page.addInitScript(() => {
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const key = Object.keys(document).find(name => name.startsWith('__reactContainer'))
      const root = key && (document as unknown as Record<string, Root>)[key]
      if (!root || root.stateNode.current.memoizedState.isDehydrated) return port2.postMessage(null)
      Object.assign(window, { wasEarly: 'earlyPresses' in window })
      for (const button of document.querySelectorAll('button'))
        if (button.textContent === 'Add to cart') return button.click()
    }
    port2.postMessage(null)
  })
  await page.goto('/product/star-fort-sticker')
  const cart = page.getByRole('dialog', { name: /^Your cart/ })
  await cart.waitFor()
  await page.waitForTimeout(500)
  await expect.poll(() => page.evaluate(() => 'wasEarly' in window && window.wasEarly)).toBe(true)
  await expect.poll(() => cart.getByRole('heading', { name: /^Your cart/ }).textContent()).toBe('Your cart (1)')
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
