import { expect, it } from 'vitest'
import { expectScreenAccessible, testBrowser, visit } from './browser.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './layout-shift.ts'
import { apiAs } from './shopper.ts'

const browser = await testBrowser()

/** Six names of 24 letters and more. */
const LONG = [
  ...['Reconnaissance equipment', 'Giveaways & past results', 'Wilderness navigation kit'],
  ...['Members of the outfitters', 'How our draws are checked', 'Terms and each legal text'],
]
const HOUR = 3_600_000

it('six long entries and a bar fit at each width, and the bar goes for good when it is closed [B-38.6] [B-38.8]', async () => {
  const owner = await apiAs('admin@redoubt.test')
  const { json: before } = await owner('/admin/menus')
  const [beginsAt, endsAt] = [-HOUR, HOUR].map(ms => new Date(Date.now() + ms).toISOString())
  const text = 'Our warehouse moves: parcels leave from Thursday on. Draws and free entries go on as usual.'
  await owner('/admin/menus', { header: LONG.map(label => ({ label, href: '/fair' })) }, 'PATCH')
  const { json: bar } = await owner('/admin/announcements', { text, href: '/store', beginsAt, endsAt })
  try {
    for (const [width, theme] of [
      [320, 'dark'],
      [1024, 'light'],
      [1440, 'dark'],
    ] as const) {
      const { context, page, errors } = await visit(browser, { width, theme })
      await watchShifts(page)
      await page.goto('/fair')
      const announcement = page.getByRole('region', { name: 'Announcement' })
      await announcement.getByRole('link', { name: text }).waitFor()
      // Nothing overflows, and what the header leaves out is in the menu, below the header.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      const menu = page.locator('#mobile-menu')
      await expect.poll(() => menu.getByRole('link', { name: LONG[5]! }).count()).toBe(1)
      await expect
        .poll(() =>
          page.evaluate(() => {
            const [header, sheet] = ['header', '#mobile-menu'].map(name =>
              document.querySelector(name)!.getBoundingClientRect(),
            )
            return Math.abs(header!.bottom - sheet!.top) < 2
          }),
        )
        .toBe(true)
      await page.keyboard.press('Escape')
      if (width !== 1024) await expectScreenAccessible(page, `the bar at ${width} px`)
      await announcement.getByRole('button', { name: 'Close the announcement' }).click()
      await expect.poll(() => announcement.count()).toBe(0)
      // Neither the bar nor its absence moves what is painted.
      expect((await shiftOf(page)).shifted).toBeLessThan(MOST_SHIFT)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => announcement.count()).toBe(0)
      expect((await shiftOf(page)).shifted).toBeLessThan(MOST_SHIFT)
      expect(errors).toEqual([])
      await context.close()
    }
  } finally {
    await owner(`/admin/announcements/${bar.id}`, undefined, 'DELETE')
    await owner('/admin/menus', { header: before.header, footer: before.footer }, 'PATCH')
  }
})
