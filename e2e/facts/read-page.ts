import type { Page } from 'playwright-core'

/**
 * All that people and programs read on the current page, block by block: text, also of closed parts; names and hints of controls; title,
 * descriptions and structured data.
 */
export const blocksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const INLINE = /^(A|ABBR|B|BDI|CODE|DEL|EM|I|INS|KBD|LABEL|MARK|S|SMALL|SPAN|STRONG|SUB|SUP|TIME|U|WBR)$/
    const blocks: string[] = []
    let text = ''
    const end = () => {
      const words = text.replaceAll(/\s+/g, ' ').trim()
      if (words) blocks.push(words)
      text = ''
    }
    const read = (node: Node): void => {
      if (node.nodeType === Node.TEXT_NODE) text += node.textContent
      if (!(node instanceof Element) || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.tagName)) return
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
        const words = node.getAttribute(name)
        if (words) blocks.push(words)
      }
      const isInline = INLINE.test(node.tagName)
      if (!isInline) end()
      for (const child of node.childNodes) read(child)
      if (!isInline) end()
    }
    read(document.body)
    end()
    const head = [...document.head.querySelectorAll('title, meta[content]')].map(
      tag => tag.getAttribute('content') ?? tag.textContent ?? '',
    )
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(script => script.textContent!)
    return [...blocks, ...head, ...data]
  })
