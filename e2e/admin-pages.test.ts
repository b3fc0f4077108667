import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { expectScreenAccessible, openPage, testBrowser, visit } from './browser.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { ownCode } from './own-names.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

const browser = await testBrowser()

const HOSTILE =
  '<h1>Pasted</h1><script>window.taken=1</script><p onclick="window.taken=1">from <b>elsewhere</b> <a href="javascript:window.taken=1">a</a><img src=x onerror="window.taken=1"></p>'

/** Pastes HTML where the cursor is, as another program gives it. */
const paste = (page: Page, html: string) =>
  page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, html)

it('staff write a page by keyboard on a phone, publish it, move it and delete it [B-36.1] [B-36.2] [B-36.6] [B-36.7] [B-36.10]', async () => {
  const slug = ownCode('sizes').toLowerCase()
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=pages')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const text = page.getByRole('textbox', { name: 'Text' })
  await pressOn(page, button('New page'))
  await typeInto(page, page.locator('#page-title'), `How ${slug} fall`)
  await typeInto(page, page.locator('#page-slug'), 'store')
  await typeInto(page, text, 'AT&T <b> 5 < 6')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- One')
  await paste(page, HOSTILE)
  // A refused save keeps all that was typed.
  await pressOn(page, button('Save draft'))
  await page.getByText('The shop has a page of its own at this address.').first().waitFor()
  await expect.poll(() => text.textContent()).toContain('AT&T <b> 5 < 6')
  await expect.poll(() => text.locator('a, img, script, h1').count()).toBe(0)
  await typeInto(page, page.locator('#page-slug'), slug)
  await page.keyboard.press('Escape')
  await pressOn(page, button('Keep editing'))
  await tabTo(page, page.getByLabel('Draft'))
  await page.keyboard.press('Space')
  await pressOn(page, button('Publish'))
  await page.getByText('is public').first().waitFor()

  const guest = await visit(browser, { width: 390 })
  const scripts: Promise<string>[] = []
  guest.page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  await openPage(guest.page, `/pages/${slug}`)
  await expect.poll(() => guest.page.locator('article').textContent()).toContain('AT&T <b> 5 < 6')
  await expect.poll(() => guest.page.locator('article strong').allInnerTexts()).toContain('Bold')
  await expect.poll(() => guest.page.locator('article li').count()).toBeGreaterThan(0)
  const loaded = await Promise.all(scripts)
  expect(loaded.length).toBeGreaterThan(3)
  expect(loaded.some(script => script.includes('ProseMirror'))).toBe(false)
  await expect.poll(() => guest.page.evaluate(() => 'taken' in window)).toBe(false)
  await expectScreenAccessible(guest.page, 'an own page at 390 px')
  expect(guest.errors).toEqual([])
  await guest.context.close()

  const owner = await apiAs('admin@redoubt.test')
  const stored = (await owner(`/admin/pages?q=${slug}`)).json.pages[0]
  await pressOn(page, button(`Edit How ${slug} fall`))
  await typeInto(page, page.locator('#page-slug'), `${slug}-new`)
  await pressOn(page, button('Save changes'))
  await page.getByRole('link', { name: `/pages/${slug}-new` }).waitFor()
  const moved = await fetch(`${inject('origin')}/pages/${slug}`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/pages/${slug}-new`])
  // What the editor shows is what is stored: a save without a change of the text leaves it to the byte.
  expect((await owner(`/admin/pages/${stored.id}`)).json.body).toBe(stored.body)
  await pressOn(page, button(`Edit How ${slug} fall`))
  await text.press('Control+End')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await pressOn(page, button('Cancel'))
  await pressOn(page, button(`Edit How ${slug} fall`))
  await pressOn(page, button('Delete page'))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ }))
  await page.getByText('The page was deleted').first().waitFor()
  expect((await fetch(`${inject('origin')}/pages/${slug}-new`)).status).toBe(404)
  expect(errors.filter(error => !/status of 4\d\d/.test(error))).toEqual([])
  await context.close()
})
