import { expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'

const browser = await testBrowser()

const ELEMENTS = '<img src=x onerror="window.taken=1">'

/** Runs each attack of an injected script separately. @returns the names of the attacks that the browser allowed. */
async function attempts(html: string): Promise<string[]> {
  const script = () => document.createElement('script')
  const tries: Record<string, () => unknown> = {
    innerHTML: () => Object.assign(document.createElement('div'), { innerHTML: html }),
    outerHTML: () => Object.assign(document.body.appendChild(document.createElement('p')), { outerHTML: html }),
    insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', html),
    parseFromString: () => new DOMParser().parseFromString(html, 'text/html'),
    srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: html }),
    'script text': () => Object.assign(script(), { text: 'window.taken=1' }),
    'script textContent': () => Object.assign(script(), { textContent: 'window.taken=1' }),
    'script address': () => Object.assign(script(), { src: '/assets/other.js' }),
    'worker address': () => new Worker('/sw.js?other'),
    'setTimeout with text': () => setTimeout('window.taken=1' as never),
    'a policy of its own': () => Reflect.get(window, 'trustedTypes').createPolicy('own', {}),
    'the policy of the page’s modules': () => Reflect.get(window, 'trustedTypes').createPolicy('page-script', {}),
    'the default policy': () => Reflect.get(window, 'trustedTypes').createPolicy('default', {}),
  }
  const passed: string[] = []
  for (const [name, act] of Object.entries(tries)) {
    try {
      await act()
      passed.push(name)
    } catch {}
  }
  return passed
}

it('no text becomes an element or a script on hydrated pages', async () => {
  const { context, page } = await visit(browser, { worker: true })
  for (const path of ['/', '/store', '/legal']) {
    await openPage(page, path)
    await expect.poll(() => page.evaluate(attempts, ELEMENTS), { message: path }).toEqual([])
    await expect.poll(() => page.evaluate(() => 'taken' in window)).toBe(false)
  }
  await context.close()
})

it('pages rendered in the browser, with structured data, work without a Trusted Types violation', async () => {
  const { context, page, errors } = await visit(browser, { worker: true })
  await openPage(page, '/store')
  await page.locator('main a[href^="/product/"]').first().click()
  await page.waitForURL('**/product/*')
  await expect.poll(() => page.locator('script[type="application/ld+json"]').count()).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Giveaways' }).first().click()
  await page.waitForURL('**/giveaways')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  expect(errors).toEqual([])
  await context.close()
})
