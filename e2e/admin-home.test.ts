import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { expectBothThemes, expectScreenAccessible, openPage, testBrowser, visit } from './browser.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { beginSignedIn, prepareAs } from './shopper.ts'

const browser = await testBrowser()
const owner = await prepareAs('admin@redoubt.test')

const IDS = ['hero', 'facts', 'steps', 'giveaways', 'products', 'benefits', 'closing']
afterAll(async () => {
  const { json } = await owner('/admin/home', { sections: IDS.map(id => ({ id })) }, 'PUT')
  if (json.hasDraft) await owner('/admin/home/publish', {})
})

const picture = () =>
  sharp({ create: { width: 1400, height: 700, channels: 3, background: '#14401f' } })
    .png()
    .toBuffer()
const section = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('region', { name, exact: true })
const frameAt = (page: Page, width: number) => page.frameLocator(`iframe[title="Home at ${width} px"]`)
const regions = (page: Page) => page.getByRole('main').getByRole('region')

it('staff switch off, order and write the sections of home by keyboard, preview both widths, publish them, and visitors see them [B-38.9] [B-38.10] [B-38.12] [B-38.14]', async () => {
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=pages&part=home')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await pressOn(page, button('Edit home'))
  await expectScreenAccessible(page, 'the editor of the home page at 390 px')
  await section(page, 'Opening').getByText('Always shown.').waitFor()
  await tabTo(page, section(page, 'Steps').getByLabel('Shown to visitors'))
  await page.keyboard.press('Space')
  await pressOn(page, button('Move up: Products'))
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move up: Products')
  await pressOn(page, page.getByText('Words of “Opening”'))
  const opening = section(page, 'Opening')
  await typeInto(page, opening.getByLabel('Headline'), 'Ever <b>northward</b>')
  await typeInto(page, opening.getByLabel('Text'), 'From $9 on, at {shop}.')
  await typeInto(page, opening.getByLabel('Words of button 1'), 'How we draw')
  await typeInto(page, opening.getByLabel('Button 1 leads to'), 'javascript:alert(1)')
  await pressOn(page, button('Remove button 2'))
  // A refused save keeps all that was typed.
  await pressOn(page, button('Save draft'))
  await opening.getByText('Please leave “$9” out').waitFor()
  await opening.getByText('Use an address of the shop, such as /store').waitFor()
  await expect.poll(() => opening.getByLabel('Headline').inputValue()).toBe('Ever <b>northward</b>')
  await typeInto(page, opening.getByLabel('Text'), 'Gear for {minimumAge} and more, at {shop}.')
  await typeInto(page, opening.getByLabel('Button 1 leads to'), '/fair')
  await pressOn(page, page.getByText('Words of “Closing”'))
  const closing = section(page, 'Closing')
  const file = closing.locator('input[type=file]')
  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) })
  await closing.getByText('large.png is larger than 5 MB.').waitFor()
  await closing.getByRole('button', { name: 'Dismiss large.png' }).click()
  await file.setInputFiles({ name: 'dusk.png', mimeType: 'image/png', buffer: await picture() })
  await typeInto(page, closing.getByRole('textbox', { name: /description|alt/i }), 'Woods at dusk')
  await pressOn(page, button('Save draft'))
  await page.getByText('The draft is saved').first().waitFor()
  await expectBothThemes(page, 'the home page of staff with a draft')

  // Visitors see nothing of it yet; the frames do.
  const guest = await visit(browser, { width: 390 })
  await openPage(guest.page, '/')
  await expect.poll(() => guest.page.getByRole('heading', { level: 1 }).textContent()).toContain('Win field gear.')
  await pressOn(page, button('Preview'))
  for (const width of [390, 1440] as const) {
    await pressOn(page, button(`${width} px`))
    const frame = frameAt(page, width)
    await expect.poll(() => frame.getByRole('heading', { level: 1 }).textContent()).toBe('Ever <b>northward</b>')
    await expect.poll(() => frame.locator('html').evaluate(() => innerWidth)).toBe(width)
    await expect.poll(() => frame.getByRole('heading', { name: 'How it works' }).count()).toBe(0)
  }
  await pressOn(page, button('Close the preview'))
  await pressOn(page, button('Publish…'))
  const dialog = page.getByRole('alertdialog')
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual([
      '“Opening” changes: headline, text, and buttons.',
      '“Steps” is switched off.',
      '“Closing” changes: picture.',
      'The order becomes: Opening, Facts under the opening, Steps, Products, Giveaways, Reasons, Closing.',
    ])
  await pressOn(page, dialog.getByRole('button', { name: 'Publish', exact: true }))
  await page.getByText('The home page is public').first().waitFor()
  expect(errors.filter(error => !/status of 4\d\d/.test(error))).toEqual([])
  await context.close()

  for (const width of [390, 1440] as const) {
    const visitor = await visit(browser, { width })
    await openPage(visitor.page, '/')
    const seen = visitor.page
    await expect.poll(() => seen.getByRole('heading', { level: 1 }).textContent()).toBe('Ever <b>northward</b>')
    await expect.poll(() => seen.getByText('Gear for 21 and more, at Redoubt.').count()).toBe(1)
    await expect
      .poll(() => regions(seen).evaluateAll(all => all.map(one => one.getAttribute('aria-labelledby'))))
      .toEqual(['live-prize', 'featured-products', 'featured-giveaways', 'benefits'])
    await expect.poll(() => seen.getByRole('link', { name: 'How we draw' }).getAttribute('href')).toBe('/fair')
    const shown = seen.getByRole('img', { name: 'Woods at dusk' })
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate(one => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await expect.poll(() => seen.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectScreenAccessible(seen, `home of staff's words at ${width} px`)
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
  }
  expect(guest.errors).toEqual([])
  await guest.context.close()
})
