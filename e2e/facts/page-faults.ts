import type { Page } from 'playwright-core'
import { axeOf, inTheme } from '../browser.ts'
import { misfitOf } from '../reflow.ts'
import { namesOfTheDemo } from './names-of-the-demo.ts'
import { blocksOf } from './read-page.ts'

/** Rules of axe that a colour can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * What does not fit on the page, what cannot be read in a theme, and which name or picture of the demo it shows.
 * @param isWhole with all rules of axe, once; the rules of colours are those that a theme can break.
 */
export async function faultsOf(page: Page, { isWhole = false } = {}): Promise<string[]> {
  const { wide, cut, barred } = await misfitOf(page)
  const faults = [...(wide > 0 ? [`${wide} px wider`] : []), ...cut.map(part => `cut: ${part}`)]
  faults.push(...barred.map(part => `barred: ${part}`), ...(await clippedOf(page)).map(part => `clipped: ${part}`))
  for (const theme of ['dark', 'light'] as const) {
    await inTheme(page, theme)
    const axe = axeOf(page)
    const { violations } = await (isWhole && theme === 'dark' ? axe : axe.withRules(COLOUR_RULES)).analyze()
    faults.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}, ${theme}: ${target}`)))
  }
  await inTheme(page, 'dark')
  return [...faults, ...(await demoPicturesOf(page)), ...(await blocksOf(page)).flatMap(saidIn)]
}

/** Pictures that come with the shop: goods, coins and floors on them have the mark of the demo. */
const demoPicturesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('img, source')].flatMap(element => {
      const address = element.getAttribute('src') ?? element.getAttribute('srcset') ?? ''
      return address.startsWith('/pictures/') ? [`picture of the demo: ${address.slice(0, 60)}`] : []
    }),
  )

/**
 * Texts whose last lines are hidden, without an ellipsis, but for the label of the help button, which folds away. A line's own height may be
 * 4 px less than its letters'.
 */
const clippedOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap(element => {
      const { overflowY, webkitLineClamp } = getComputedStyle(element)
      const hasText = [...element.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      )
      const isClipped = /hidden|clip/.test(overflowY) && webkitLineClamp === 'none'
      const isHidden =
        element.closest('.sr-only, [data-help]') || !element.checkVisibility({ visibilityProperty: true })
      return hasText && isClipped && !isHidden && element.scrollHeight > element.clientHeight + 4
        ? [element.textContent!.trim().slice(0, 40)]
        : []
    }),
  )

/** The words of the demo in a text, as a list of one or none. */
export const saidIn = (text: string): string[] => {
  const word = namesOfTheDemo(text)
  return word ? [`${word}: ${text.slice(0, 200)}`] : []
}
