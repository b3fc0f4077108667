import type { Page } from 'playwright-core'

/**
 * What does not fit: `wide` is the sideways scroll in px, `cut` names the elements beyond the edge or with hidden text, `barred` those
 * that scroll by 4 px or less. Such a part shows a bar in each browser with bars that take room, and headless Chromium hides bars.
 */
export type Misfit = { wide: number; cut: string[]; barred: string[] }

/**
 * Looks for content that the width of the window cuts: WCAG 1.4.10 at 320 px, and 1.4.4 with text at 200%. Parts that scroll sideways
 * themselves, such as a table, are left out, as are texts that end in an ellipsis.
 */
export const misfitOf = (page: Page): Promise<Misfit> =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    const cut = new Set<string>()
    const barred = new Set<string>()
    const scrollsBy = (style: string, hidden: number) => /auto|scroll/.test(style) && hidden > 0 && hidden <= 4
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.sr-only')
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const hasText = (element: Element) =>
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
    for (const element of document.body.querySelectorAll('*')) {
      const { overflowX, overflowY } = getComputedStyle(element)
      if (
        scrollsBy(overflowX, element.scrollWidth - element.clientWidth) ||
        scrollsBy(overflowY, element.scrollHeight - element.clientHeight)
      )
        barred.add(nameOf(element))
      if (!hasText(element) && !element.matches('button, a, input, select, textarea')) continue
      if (!isVisible(element)) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width <= 1) continue
      const style = getComputedStyle(element)
      if ((right > edge + 1 || left < -1) && !scrolls(element.parentElement)) cut.add(nameOf(element))
      else if (
        hasText(element) &&
        /hidden|clip/.test(style.overflowX) &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
        cut.add(nameOf(element))
    }
    const wide = Math.max(0, document.documentElement.scrollWidth - window.innerWidth)
    return { wide, cut: [...cut].slice(0, 8), barred: [...barred] }
  })
