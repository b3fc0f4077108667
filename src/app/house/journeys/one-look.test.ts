import { expect, it } from 'vitest'
import { filesLike, fileText } from '../../testing/source/repository-files.ts'

/**
 * A journey that looks at a page once decides by the speed of the machine: the looked-at part may come from another request than the part that the
 * journey waited for. `expect.poll` looks until it is so.
 */
const LOOKS =
  'isChecked|inputValue|isVisible|isHidden|isDisabled|isEnabled|isEditable|count|textContent|innerText|innerHTML|allTextContents|allInnerTexts|getAttribute|evaluate|evaluateAll|boundingBox'
const ONE_LOOK = new RegExp(`\\bexpect\\(\\s*\\[?\\s*await [^;]*?\\.(?:${LOOKS})\\(`, 'g')
/** Its pages stand still, and what it looks for is remembered from look to look. */
const OWN_PAGES = 'e2e/known-colours.test.ts'

const oneLooksIn = (text: string) =>
  [...text.matchAll(ONE_LOOK)]
    // The look is within the parentheses of `expect`.
    .filter(([found]) => opened(found.slice('expect('.length)))
    .map(({ index }) => text.slice(0, index).split('\n').length)

/** Whether the text, cut off before the arguments of a call, has closed no parenthesis of what surrounds it. */
function opened(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')' && --depth < 0) return false
  }
  return true
}

it('a journey looks at a page until it is as expected, not once', () => {
  const files = filesLike('e2e/**/*.ts').filter(file => file !== OWN_PAGES)
  expect(files.length).toBeGreaterThan(90)
  const found = files.flatMap(file => oneLooksIn(fileText(file)).map(line => `${file}:${line}: expect.poll(() => …)`))
  expect(found).toEqual([])
})

it('the check finds each kind of look, and no other call', () => {
  for (const look of [
    'expect(await box.isChecked()).toBe(true)',
    "expect(await page.getByLabel(/^Password/).inputValue(), 'kept').toBe('')",
    'expect(\n  await page.evaluate(() => innerWidth),\n).toBe(390)',
    'expect([await mail.isDisabled(), await sms.isDisabled()]).toEqual([true, true])',
    'expect(await Promise.all(typed.map(field => field.inputValue()))).toEqual([])',
  ])
    expect(oneLooksIn(look), look).toEqual([1])
  for (const other of [
    'await expect.poll(() => box.isChecked()).toBe(true)',
    'expect(await answer.text()).toContain(await box.textContent())',
    'expect((await saved).status()).toBe(200)',
  ])
    expect(oneLooksIn(other), other).toEqual([])
})
