import type axe from 'axe-core'

/**
 * Marks of elements whose contrast axe has measured and passed, for all pages of a suite. Contrast is over half of axe's time, and the same parts
 * stand on most screens.
 */
const passed = new Set<string>()

/** For tests of the marks themselves. */
export const forgetColours = (): void => passed.clear()

/** Keeps the marks that a run added. */
export const learnColours = (marks: string[]): void => marks.forEach(mark => passed.add(mark))

/** The marks known so far, for a page that starts axe. */
export const knownColours = (): string[] => [...passed]

type Check = { evaluate(this: Helper, ...args: [Element, ...unknown[]]): boolean | undefined }
type Helper = { data(data: { contrastRatio?: number }): void }
type Rule = { id: string; matches(...args: [Element, ...unknown[]]): boolean }
export type WithColours = {
  axe: typeof axe & { _audit: { rules: Rule[]; checks: Record<string, Check> } }
  /** What passed on this page, in `fresh` since the run began. Backdrops, and the elements to measure, hold within one run. */
  colours: { known: Set<string>; fresh: string[]; backdrops: Map<Element, string>; measured: Element[] }
}

/**
 * Runs in the page: axe leaves out the contrast of an element that has a passed mark. The mark of an element is equal where tag, classes, inline
 * style, background and opacity are equal, of the element and of all around it, and colour, size and shadow of its text. So another theme, state or place has another mark. An element without a
 * measured ratio, or with too low a one, gets no mark and is looked at each time.
 */
export function skipKnownColours(known: string[]): void {
  const page = window as unknown as WithColours
  const colours: WithColours['colours'] = { known: new Set(known), fresh: [], backdrops: new Map(), measured: [] }
  page.colours = colours
  // A failure names elements by selector; the source of each looked-at element took 2% of the time.
  page.axe.configure({ noHtml: true })

  const hashOf = (text: string): string => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
  }
  /** What lies behind the text of an element: itself and all around it. */
  const backdropOf = (element: Element): string => {
    const before = colours.backdrops.get(element)
    if (before) return before
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const outer = element.parentElement ? backdropOf(element.parentElement) : ''
    const own = [element.tagName, element.getAttribute('class'), element.getAttribute('style')]
    const backdrop = hashOf([outer, ...own, backgroundColor, backgroundImage, opacity].join('|'))
    colours.backdrops.set(element, backdrop)
    return backdrop
  }
  const markOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    return hashOf([backdropOf(element), color, fontSize, fontWeight, textShadow].join('|'))
  }
  /** Axe measures no other elements, and takes longer to tell. */
  const hasText = (element: Element): boolean =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue!.trim() !== '')

  const rule = page.axe._audit.rules.find(({ id }) => id === 'color-contrast')!
  const { matches } = rule
  rule.matches = (element, ...rest) =>
    hasText(element) && !colours.known.has(markOf(element)) && matches.call(rule, element, ...rest)
  const check = page.axe._audit.checks['color-contrast']!
  const { evaluate } = check
  check.evaluate = function (element, ...rest) {
    const mark = markOf(element)
    // An equal element earlier in this run.
    if (colours.known.has(mark)) return true
    let ratio: number | undefined
    const result = evaluate.call(
      {
        ...this,
        data: data => {
          ratio = data?.contrastRatio
          this.data(data)
        },
      },
      element,
      ...rest,
    )
    if (result === true && typeof ratio === 'number') {
      colours.known.add(mark)
      colours.fresh.push(mark)
    }
    return result
  }
}
