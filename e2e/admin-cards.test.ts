import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { confirmCards, confirmRefusal, expectCounted, openDesk, typeCards } from './card-desk.ts'
import { tabTo } from './keyboard.ts'
import { apiAs, beginSignedIn, newOfficer, PASSWORD } from './shopper.ts'

const browser = await testBrowser()

// The steps at 1440 px are a part of whole-draw.test.ts.
it('a card is typed by one member of staff, confirmed by another, printed, and counted in public, at 390 px [B-19.2] [B-19.10] [B-19.12] [B-19.15]', async () => {
  const officer = await newOfficer()
  const owner = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const title = `Winch of the Two Signatures ${Date.now()}`
  const terms = { title, description: 'It pulls.', tier: 'Gold', value: 5000, totalSlots: 50, startDate }
  const { id, slug } = (await owner('/giveaways', terms)).json as { id: string; slug: string }

  const typist = await visit(browser, { width: 390 })
  await beginSignedIn(typist.page, 'admin@redoubt.test')
  const sender = { name: 'Ada Marsh', address: '12 Bastion Way\nOgden, UT 84401' }
  await typeCards(typist.page, await openDesk(typist.page, id), [sender])

  const second = await visit(browser, { width: 390 })
  await beginSignedIn(second.page, officer, PASSWORD)
  await confirmRefusal(second.page, title)
  await confirmCards(second.page, await openDesk(second.page, id), [51])
  await expectCounted(second.page, slug, 1)
  expect([...typist.errors, ...second.errors]).toEqual([])
  await typist.context.close()
  await second.context.close()
})

/** Stands for the photo of a card. */
const SCAN = fileURLToPath(new URL('../db/demo/pictures/products/dry-bag-1200.webp', import.meta.url))

/** Five cards of the mail, as they are written. */
const WRITTEN = ['Ada Marsh', 'Jon Keller', 'Mia Stone', 'Leo Frost', 'Una Field'].map((name, at) => ({
  ...{ name, street: `${at + 1} Bastion Way`, city: 'Ogden', state: 'UT', zip: '84401', birth: '05171990' },
  email: at === 0 ? 'ada.marsh@example.com' : '',
}))

it('five cards go from the envelope to the draw by keyboard alone, with no stroke but text and Enter, and a scan of the first, at 1440 px [B-25.1] [B-25.14] [B-25.15]', async () => {
  const owner = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const title = `Compass of Five Envelopes ${Date.now()}`
  const terms = { title, description: 'It points.', tier: 'Gold', value: 90, totalSlots: 50, startDate }
  const { id } = (await owner('/giveaways', terms)).json as { id: string }
  const { code } = (await owner('/admin/mail-desk/giveaways')).json.giveaways.find(
    (one: { id: string }) => one.id === id,
  )

  const { page, context, errors } = await visit(browser, { width: 1440 })
  await beginSignedIn(page, 'admin@redoubt.test')
  let strokes = 0
  const write = async (text: string) => {
    await page.keyboard.type(text)
    strokes += text.length
  }
  const enter = async () => {
    await page.keyboard.press('Enter')
    strokes++
  }
  const focused = (label: RegExp) =>
    expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent))
      .toMatch(label)

  // The focus stands in the count of the first stack; the code lies two fields before it.
  await page.goto('/admin?tab=mail')
  await focused(/^Envelopes/)
  await page.keyboard.type('5')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, page.getByLabel(/^Or the code on the card/))
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  const numbered = page.getByText(/^Cards \d+ to \d+\. Write the numbers on the cards\.$/)
  const [first] = (await numbered.textContent())!.match(/\d+/g)!.map(Number) as [number]

  await page.goto('/admin?tab=mail&step=type')
  await tabTo(page, page.getByRole('button', { name: `Type card ${first}`, exact: true }))
  await enter()
  for (const [at, card] of WRITTEN.entries()) {
    await page.getByRole('heading', { name: `Card ${first + at}`, exact: true }).waitFor()
    await focused(/^Name/)
    if (at === 0) {
      await page.locator('input[type=file]').setInputFiles(SCAN)
      await page.getByRole('img', { name: `Scan of card ${first}` }).waitFor()
      await page.getByLabel(/^Name/).focus()
    }
    for (const text of [card.name, card.street, card.city, card.state, card.zip, card.birth, card.email]) {
      await write(text)
      await enter()
    }
    await page
      .getByText(`Card ${first + at} waits for a second person`)
      .first()
      .waitFor()
  }
  // One stroke opens the first card, and eight Enters go on within and after the five.
  const text = WRITTEN.reduce((sum, card) => sum + Object.values(card).join('').length, 0)
  expect(strokes).toBe(1 + text + 5 * 7)
  expect(strokes / WRITTEN.length).toBeLessThan(84)
  await context.close()

  const second = await visit(browser, { width: 1440 })
  await beginSignedIn(second.page, await newOfficer(), PASSWORD)
  await second.page.goto('/admin?tab=mail&step=confirm')
  await tabTo(second.page, second.page.getByRole('button', { name: `Read card ${first}`, exact: true }))
  await second.page.keyboard.press('Enter')
  for (const [at, { name }] of WRITTEN.entries()) {
    const heading = second.page.getByRole('heading', { name: `Card ${first + at}`, exact: true })
    await heading.waitFor()
    await second.page.getByText(name).first().waitFor()
    if (at === 0) await second.page.getByRole('img', { name: `Scan of card ${first}` }).waitFor()
    if (at === 0) await expectAccessible(second.page, 'a card to confirm at the desk')
    await expect
      .poll(() => second.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`Confirm card ${first + at}`)
    await second.page.keyboard.press('Enter')
    await second.page
      .getByText(`Card ${first + at} confirmed: Slot ${51 + at}`)
      .first()
      .waitFor()
  }
  await second.page.getByRole('button', { name: 'Print receipt' }).first().waitFor()
  expect([...errors, ...second.errors]).toEqual([])
  await second.context.close()
})
