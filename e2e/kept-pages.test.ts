import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'

const browser = await testBrowser()

/** All that a page of the shop finds of former visits. */
const remains = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(key => key.startsWith('left')),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    name: window.name,
    script: 'left' in window,
    settings: (await fetch('/api/settings')).status,
    isLight: matchMedia('(prefers-color-scheme: light)').matches,
    width: innerWidth,
  }))

it('a page that serves a second test knows nothing of the first one', async () => {
  const first = await visit(browser, { width: 1440, theme: 'light' })
  await openPage(first.page, '/legal')
  const fresh = await remains(first.page)
  const heard: string[] = []
  first.page.on('request', request => heard.push(request.url()))
  await first.page.addInitScript(() => Object.assign(window, { left: true }))
  await first.context.route('**/api/settings', route => route.fulfill({ status: 500 }))
  await first.context.addCookies([{ name: 'left', value: '1', url: first.page.url() }])
  await first.page.evaluate(async () => {
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    window.name = 'left'
    await new Promise(done => {
      indexedDB.open('left').onsuccess = done
    })
    await caches.open('left')
  })
  await first.page.reload()
  const left = await remains(first.page)
  const other = await first.context.newPage()
  await first.context.close()
  expect(other.isClosed()).toBe(true)

  const second = await visit(browser, { width: 1024 })
  expect(second.page).toBe(first.page)
  // Nor does the document on which it rests, where a test may begin to store.
  await expect.poll(() => second.page.evaluate(() => 'left' in window)).toBe(false)
  heard.length = 0
  await openPage(second.page, '/legal')
  const { isLight, width, ...same } = await remains(second.page)
  expect({ isLight, width }).toEqual({ isLight: false, width: 1024 })
  expect({ ...same, isLight: true, width: 1440 }).toEqual(fresh)
  for (const [what, value] of Object.entries(same)) expect(value, what).not.toEqual(left[what as 'name'])
  expect(await second.context.cookies()).toEqual([])
  expect(heard).toEqual([])
  expect(second.errors).toEqual([])
  await second.context.close()
})

it('a page whose clock a test has stopped serves no other test', async () => {
  const stopped = await visit(browser)
  await stopped.page.clock.install()
  await stopped.context.close()
  expect(stopped.page.isClosed()).toBe(true)
  const next = await visit(browser)
  expect(next.page).not.toBe(stopped.page)
  await next.context.close()
})
