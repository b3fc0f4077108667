import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { qrPathOf } from '#platform/values/qr-path.ts'
import { expectBothThemes, goInApp, openBrowser, visit } from './browser.ts'
import { printedCardHead, showToCamera } from './fake-camera.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

let browser: Browser
let folder: string
let film: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camera-'))
  film = join(folder, 'film.y4m')
  browser = await openBrowser({ camera: film })
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

/** A QR code that stands on an envelope and is not ours. */
async function foreignCode(): Promise<Buffer> {
  const { size, path } = qrPathOf('https://post.example/parcels/8015550142')
  const code = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="300" height="300"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
  return sharp(Buffer.from(code)).png().toBuffer()
}

it('a camera that the user forbids gets a sentence, and typing goes on [B-25.17]', { tags: 'again' }, async () => {
  const strict = await openBrowser({ camera: 'denied' })
  const { page } = await visit(strict)
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=mail')
  await page.getByRole('button', { name: 'Read the code with the camera' }).click()
  await page.getByText('This page may not use the camera.', { exact: false }).waitFor()
  await page.getByLabel(/^Or the code on the card/).fill('0000-0000-00')
  await page.getByRole('button', { name: 'Give numbers' }).click()
  await page.getByText('No giveaway has this code.', { exact: false }).waitFor()
  await strict.close()
})

it('the camera reads the code of a printed card; a missing camera and a foreign code get their sentence, and typing goes on, at 390 px [B-25.11] [B-25.17]', async () => {
  const owner = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const title = `Lamp of the Camera ${Date.now()}`
  const terms = { title, description: 'It shines.', value: 90, totalSlots: 50, startDate }
  const { id, slug } = (await owner('/giveaways', terms)).json as { id: string; slug: string }

  const { page, context, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  const card = await printedCardHead(page, slug)
  const code = page.getByLabel(/^Or the code on the card/)
  const start = page.getByRole('button', { name: 'Read the code with the camera' })
  const video = page.getByLabel('Picture of the camera')

  // A page of the store has no right to the camera, and the admin area that opens within it has none either.
  await goInApp(page, '/admin?tab=mail')
  await start.click()
  await page.getByText('This page was opened from the store, without the camera.', { exact: false }).waitFor()
  await page.reload()
  await start.click()
  await page.getByText('No camera was found.', { exact: false }).waitFor()
  await video.waitFor({ state: 'detached' })

  await showToCamera(film, await foreignCode())
  await start.click()
  await page.getByText('This QR code is not of one of our cards.', { exact: false }).waitFor()
  await expect.poll(() => code.inputValue()).toBe('')
  await expectBothThemes(page, 'the desk with its camera')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  // The camera still runs, and the form takes what is typed.
  await code.fill('A1B2')
  await page.getByRole('button', { name: 'Stop the camera' }).click()
  await video.waitFor({ state: 'detached' })
  await expect.poll(() => code.inputValue()).toBe('A1B2')

  await showToCamera(film, card)
  await start.click()
  await page.getByText(`${title}.`, { exact: true }).waitFor()
  await video.waitFor({ state: 'detached' })
  await expect.poll(() => code.inputValue()).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{2}$/)
  await expect.poll(() => page.getByLabel('Giveaway', { exact: true }).inputValue()).toBe(id)
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.getByText(/^Cards \d+ to \d+\. Write the numbers on the cards\.$/).waitFor()
  expect(errors.filter(line => !line.includes('Permissions policy violation'))).toEqual([])
  await context.close()
})
