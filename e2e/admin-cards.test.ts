import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, visit } from './browser.ts'
import { confirmCards, expectCounted, newOfficer, openDesk, typeCards } from './card-desk.ts'
import { apiAs, beginSignedIn, PASSWORD } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

// The steps at 1440 px are a part of whole-draw.test.ts.
it('a card is typed by one member of staff, confirmed by another, printed, and counted in public, at 390 px [B-19.2] [B-19.10] [B-19.12] [B-19.15]', async () => {
  const officer = await newOfficer(browser)
  const owner = await apiAs('admin@redoubt.test')
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const title = `Winch of the Two Signatures ${Date.now()}`
  const terms = { title, description: 'It pulls.', tier: 'Gold', value: 9000, totalSlots: 50, startDate }
  const { id, slug } = (await owner('/giveaways', terms)).json as { id: string; slug: string }

  const typist = await visit(browser, { width: 390 })
  await beginSignedIn(typist.page, 'admin@redoubt.test')
  const sender = { name: 'Ada Marsh', address: '12 Bastion Way\nOgden, UT 84401' }
  await typeCards(typist.page, await openDesk(typist.page, id), [sender])

  const second = await visit(browser, { width: 390 })
  await beginSignedIn(second.page, officer, PASSWORD)
  await confirmCards(second.page, await openDesk(second.page, id), [51])
  await expectCounted(second.page, slug, 1)
  expect([...typist.errors, ...second.errors]).toEqual([])
  await typist.context.close()
  await second.context.close()
})
