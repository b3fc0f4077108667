import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, messageTo } from '../browser.ts'
import type { hourTeller } from '../tell-hour.ts'

const VISITOR = 'kim@visitor.example'

type Opening = {
  /** The owner's, on the checklist. */
  page: Page
  visitor: Page
  origin: string
  tell: ReturnType<typeof hourTeller>['tell']
}

/** Before the opening a visitor sees one page; then the owner reads the legal texts and opens. */
export async function openForVisitors({ page, visitor, origin, tell }: Opening): Promise<void> {
  for (const path of ['/', '/store']) {
    await visitor.goto(path)
    await visitor.getByRole('heading', { level: 1, name: 'Opening soon' }).waitFor()
  }
  await expectAccessible(visitor, 'the page before the opening')
  await visitor.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(visitor, 'the page before the opening on a phone')
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.getByLabel(/^E-mail/).fill(VISITOR)
  await tell(visitor, {
    name: 'opening-soon',
    title: 'Before the opening',
    words: 'Visitors see one page, out of search engines. Whoever asks to be told confirms an e-mail first.',
  })
  await visitor.getByRole('button', { name: 'Tell me when you open' }).click()
  await visitor.getByText('Check your e-mail and confirm there.').waitFor()
  await visitor.goto(linkIn(await messageTo(VISITOR, /Confirm: tell you when/, origin)))
  await visitor.getByRole('button', { name: 'Yes, tell me once' }).click()
  await visitor.getByText(/gets one e-mail when/).waitFor()
  await expectAccessible(visitor, 'a request to be told of the opening')

  await expectAccessible(page, 'the opening in the checklist')
  await page.getByRole('button', { name: 'I have read them' }).click()
  const press = page.getByRole('button', { name: 'Open the shop' })
  await expect.poll(() => press.isEnabled()).toBe(true)
  await press.scrollIntoViewIfNeeded()
  await tell(page, {
    name: 'opening',
    title: 'The opening',
    words: 'The checklist names what is missing for the opening. When nothing is, the owner opens the shop.',
  })
  await press.click()
  await page.getByText('The shop is open.').first().waitFor()
  expect(await messageTo(VISITOR, /is open\n/, origin)).toContain('We are open now.')
}

const linkIn = (text: string) => /https?:\S+\/opening\?token=\S+/.exec(text)![0]
