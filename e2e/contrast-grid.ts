import type { WithColours } from './known-colours.ts'

/**
 * Runs in the page, after `skipKnownColours`. To find what lies behind a text, axe sorts all elements of the document into a grid, which is half of a
 * run in which a few elements are measured. An element counts only where it lies over or under a measured one, so all others stay out of
 * the grid. The ratios are equal, see `known-colours.test.ts`.
 */
export function limitContrastGrid(): void {
  const page = window as unknown as WithColours
  const { axe, colours } = page
  const contrast = axe._audit.rules.find(({ id }) => id === 'color-contrast')!
  const { matches } = contrast
  contrast.matches = (element, ...rest) => {
    const isMeasured = matches.call(contrast, element, ...rest)
    if (isMeasured) colours.measured.push(element)
    return isMeasured
  }

  type Box = { left: number; top: number; right: number; bottom: number }
  const boxesOf = (element: Element): Box[] => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return [element.getBoundingClientRect(), text.getBoundingClientRect()]
  }
  /** Links amid text and the blocks around them, whose colours axe compares later in the same run. */
  const linksInText = (): Element[] => {
    const found: Element[] = []
    for (const link of document.querySelectorAll('a[href], [role=link]')) {
      if (!getComputedStyle(link).display.startsWith('inline')) continue
      let block = link.parentElement
      while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
      if (block && block.textContent.length > link.textContent.length) found.push(link, block)
    }
    return found
  }
  /** All elements in the area of a measured one, and all around them. */
  const near = (measured: Element[]): Set<Element> => {
    const boxes = measured.flatMap(boxesOf)
    const [left, top] = [Math.min(...boxes.map(box => box.left)), Math.min(...boxes.map(box => box.top))]
    const [right, bottom] = [Math.max(...boxes.map(box => box.right)), Math.max(...boxes.map(box => box.bottom))]
    const found = new Set<Element>()
    const add = (element: Element | null) => {
      for (let each = element; each && !found.has(each); each = each.parentElement) found.add(each)
    }
    for (const element of measured) add(element)
    for (const element of document.body.querySelectorAll('*')) {
      if (found.has(element)) continue
      const own = element.getBoundingClientRect()
      if (own.right < left || own.left > right || own.bottom < top || own.top > bottom) continue
      for (const box of boxes)
        if (own.right >= box.left && own.left <= box.right && own.bottom >= box.top && own.top <= box.bottom) {
          add(element)
          break
        }
    }
    return found
  }

  const walk = document.createTreeWalker.bind(document)
  // Axe calls this for its grid alone; a run that measures no contrast gets the whole grid.
  document.createTreeWalker = (root, show, filter) => {
    if (root !== document.body || filter || colours.measured.length === 0) return walk(root, show, filter)
    const found = near([...colours.measured, ...linksInText()])
    return walk(root, show, node => (found.has(node as Element) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT))
  }
}
