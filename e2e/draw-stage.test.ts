import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectLegible, openPage, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** A giveaway with cards of 24 people. */
async function makeGiveaway(title: string) {
  const owner = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const more = { description: 'For the stage.', tier: 'Gold', value: 450, totalSlots: 40, startDate }
  const giveaway = (await owner('/giveaways', { title, ...more })).json as { id: string; slug: string }
  for (let number = 1; number <= 24; number++) {
    const person = { name: `Ada Winterbourne ${number}`, email: `ada-${number}@stage.example` }
    expect((await owner(`/admin/giveaways/${giveaway.id}/private-entries`, person)).status).toBe(200)
  }
  const freeze = () =>
    owner('/admin/select-automatic-winner', { giveawayId: giveaway.id, title, reason: 'The stream is on.' })
  return { giveaway, freeze }
}

/** A giveaway whose list is frozen as the file begins: its round comes while the first test runs. */
const altered = await makeGiveaway(ownName('Altered Lantern'))
expect((await altered.freeze()).status).toBe(202)

const theWall = (page: Page) => page.locator('[data-wall]')
const steps = async (page: Page) => Number((await theWall(page).getAttribute('data-wall'))!)

describe('the stage of a draw', () => {
  it('goes from the open list to the winner before the eyes of a stream and of a phone, without a reload [B-18.1] [B-18.2] [B-18.3] [B-18.4] [B-18.5] [B-18.7] [B-18.8]', async () => {
    const { giveaway, freeze } = await makeGiveaway(ownName('Stage Lantern'))
    const stream = await visit(browser)
    await stream.page.setViewportSize({ width: 1920, height: 1080 })
    await stream.page.emulateMedia({ reducedMotion: 'no-preference' })
    const phone = await visit(browser, { width: 390, theme: 'light' })
    const both = [stream.page, phone.page]
    for (const page of both) {
      await openPage(page, `/giveaways/${giveaway.slug}/stage`)
      await page.getByText('The list is not sealed yet').waitFor()
      await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
      await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
      await expectAccessible(page, 'open stage')
    }

    expect((await freeze()).status).toBe(202)
    for (const page of both) {
      await page.getByText('The list is sealed', { exact: true }).waitFor()
      await theWall(page).getByText('64', { exact: true }).waitFor()
      await expect.poll(() => theWall(page).locator('span').count()).toBe(24)
      await expectAccessible(page, 'sealed stage')
    }
    for (const theme of ['dark', 'light'] as const) await expectLegible(phone.page, theme, 'sealed stage')

    await phone.page.getByText('Winning slot').waitFor()
    await expect.poll(() => theWall(phone.page).getAttribute('data-wall')).toBe('over')
    await expect.poll(() => phone.page.getByRole('button', { name: 'Play the draw again' }).count()).toBe(0)
    await stream.page.getByText(/^Place \d+ of 24$/).waitFor()
    const done = await steps(stream.page)
    await stream.page.waitForFunction(
      before => Number(document.querySelector('[data-wall]')?.getAttribute('data-wall')) > before,
      done,
    )
    await stream.page.getByText('Winning slot').waitFor()

    const { result } = await (await phone.page.request.get(`/api/giveaways/${giveaway.id}/draw`)).json()
    for (const page of both) {
      await page.getByText(`Slot ${result.winnerSlot} wins. All 11 checks hold.`).waitFor()
      await expect.poll(() => theWall(page).locator('span').first().textContent()).toBe(String(result.winnerSlot))
      await expectAccessible(page, 'drawn stage')
      const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(width).toBeLessThanOrEqual(inner!)
    }
    const height = await stream.page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(1080)
    await stream.page.getByRole('button', { name: 'Play the draw again' }).click()
    await stream.page.getByText(/^Place \d+ of 24$/).waitFor()

    await phone.page.getByRole('img', { name: 'QR code: check this draw' }).waitFor()
    await phone.page.getByRole('link', { name: new RegExp(`/giveaways/${giveaway.slug}$`) }).click()
    await phone.page.getByRole('heading', { name: 'Result' }).waitFor()
    // The browser logs a bundle asked for before the witnesses signed the result.
    expect([...stream.errors, ...phone.errors].filter(line => !line.includes('409'))).toEqual([])
    await stream.context.close()
    await phone.context.close()
  })

  it('names the failed steps and no winner when the evidence was altered on its way [B-18.6]', async () => {
    const { giveaway } = altered
    const { context, page } = await visit(browser)
    await page.route('**/draw.json', async route => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace(/mail (\d+) 41 ([0-9a-f])/, (_, ms) => `mail ${ms} 41 g`) })
    })
    await expect
      .poll(async () => (await page.request.get(`/api/giveaways/${giveaway.id}/draw`)).json())
      .toMatchObject({ state: 'drawn' })
    await openPage(page, `/giveaways/${giveaway.id}/stage`)
    await page.getByText('This draw does not check').waitFor()
    await expect.poll(() => page.getByText('Winning slot').count()).toBe(0)
    await context.close()
  })
})

describe('the fairness page', () => {
  it.each(widthsOf(390))('says what is proven and what is not, from the server, at %i px [B-18.9]', async width => {
    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Fair draws' }).click()
    await page.getByRole('heading', { name: 'Check us', level: 1 }).waitFor()
    const facts = await (await page.request.get('/api/fairness')).json()
    for (const { name } of facts.witnesses) await page.getByText(name, { exact: true }).waitFor()
    for (const { path, sha256 } of facts.verifiers) {
      await page.getByText(sha256).waitFor()
      expect((await page.request.get(path)).status()).toBe(200)
    }
    for (const title of ['What is proven', 'What is not proven', 'How to check a draw', 'Your receipt'])
      await page.getByRole('heading', { name: title }).waitFor()
    await expectAccessible(page, 'fairness page')
    await expectLegible(page, 'light', 'fairness page')
    expect(errors).toEqual([])
    await context.close()
  })
})
