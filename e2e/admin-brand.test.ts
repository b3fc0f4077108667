import sharp from 'sharp'
import { expect, inject, it } from 'vitest'
import { expectBothThemes, expectScreenAccessible, inTheme, testBrowser, visit } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { openSettingsForm } from './settings-form.ts'

/** Pictures of the brand: uploaded in the form, and shown by the pages. */

const browser = await testBrowser()
const form = openSettingsForm(browser, 'brand')

const pngOf = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer()
const logo = (colour: string) =>
  pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="200"><path d="M20 180V20L140 180V20M180 20h120v160H180zM340 180V20h100v80H340l100 80" fill="none" stroke="${colour}" stroke-width="22"/></svg>`,
  )
const mark = () =>
  pngOf(
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle cx="256" cy="256" r="250" fill="#1f6feb"/></svg>',
  )

const field = (label: string) => form.page.getByLabel(label, { exact: true })
const choose = async (label: string, name: string, buffer: Buffer) =>
  form.page.locator(`[id="setting-brand.${label}"]`).setInputFiles({ name, mimeType: 'image/png', buffer })
const chosen = (label: string) => form.page.getByRole('img', { name: `${label}, as chosen` })
const problemOf = (label: string) => form.page.locator(`[id="${'setting-brand.'}${label}-error"]`)

it('a refused picture of the brand says why, and the form keeps what was typed and chosen [B-1.26]', async () => {
  await field('Tagline').fill('Ever northward.')
  await choose('mark', 'mark.png', await mark())
  await chosen('Mark').waitFor()
  await choose('mark', 'large.png', Buffer.alloc(6 * 1024 * 1024))
  await expect.poll(() => problemOf('mark').textContent()).toBe('large.png is larger than 5 MB.')
  await choose('mark', 'mark.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect.poll(() => problemOf('mark').textContent()).toContain('mark.svg is not a PNG or WebP picture.')
  await chosen('Mark').waitFor()
  await expect.poll(() => field('Tagline').inputValue()).toBe('Ever northward.')
  await expectScreenAccessible(form.page, 'the form with a refused mark')
})

it('logos and mark are chosen, removed by keyboard, saved, and stand on every page on their ground [B-1.26] [B-1.27]', async () => {
  await tabTo(form.page, form.page.getByRole('button', { name: 'Remove: Mark' }))
  await form.page.keyboard.press('Enter')
  await expect.poll(() => chosen('Mark').count()).toBe(0)
  await form.page.waitForFunction(() => document.activeElement !== document.body)
  await choose('mark', 'mark.png', await mark())
  await choose('logoLight', 'light.png', await logo('#14401f'))
  await choose('logoDark', 'dark.png', await logo('#d7f5dd'))
  for (const label of ['Mark', 'Logo for light grounds', 'Logo for dark grounds']) await chosen(label).waitFor()
  await field('Pages on social networks').fill('https://www.instagram.com/outpost\nhttps://outpost.example/news')
  await expectBothThemes(form.page, 'the form with pictures of the brand')
  await form.page.getByRole('button', { name: 'Save settings' }).click()
  await form.page.getByText('Settings saved. They apply everywhere from now on.').waitFor()

  const guest = (await visit(browser)).page
  await guest.goto('/')
  const { brand } = (await form.admin('/admin/settings')).json.settings
  for (const [theme, address] of [
    ['dark', brand.logoDark],
    ['light', brand.logoLight],
  ] as const) {
    await inTheme(guest, theme)
    const shown = guest.getByRole('banner').getByRole('img', { name: brand.name })
    await expect.poll(() => shown.count()).toBe(1)
    await expect.poll(() => shown.getAttribute('src')).toBe(address.replace('.png', '.webp'))
    await expect.poll(() => shown.evaluate(one => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const { width, height } = (await shown.boundingBox())!
    expect(width / height).toBeCloseTo(4, 1)
  }
  const footer = guest.getByRole('list', { name: 'Elsewhere' }).getByRole('link')
  await expect.poll(() => footer.allTextContents()).toEqual(['Instagram', 'outpost.example'])
  await expectBothThemes(guest, 'home with the logos of the brand')
  await guest.context().close()
})

it('every address of a picture in the head, the manifest and the structured data is a picture of the brand [B-1.27]', async () => {
  const origin = inject('origin')
  const html = await (await fetch(`${origin}/`)).text()
  const icons = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"/g)].map(([, href]) => href!)
  expect(icons).toHaveLength(3)
  const og = /property="og:image" content="([^"]*)"/.exec(html)![1]!
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json!),
  )
  const organization = data.find(one => one['@type'] === 'Organization')
  expect(organization.sameAs).toEqual(['https://www.instagram.com/outpost', 'https://outpost.example/news'])
  const manifest = (await (await fetch(`${origin}/site.webmanifest`)).json()) as {
    icons: { src: string; purpose: string; sizes: string }[]
  }
  expect(manifest.icons.map(({ src }) => src).filter(src => src.includes('maskable'))).toHaveLength(2)
  for (const { src, sizes } of manifest.icons) {
    const bytes = Buffer.from(await (await fetch(new URL(src, origin))).arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
  for (const address of [...icons, og, organization.logo]) {
    const answer = await fetch(new URL(address, origin))
    expect([address, answer.status]).toEqual([address, 200])
    expect(answer.headers.get('cache-control'), address).toContain('immutable')
    expect(answer.headers.get('content-type'), address).toMatch(/^image\/(png|jpeg|x-icon)$/)
  }
})
