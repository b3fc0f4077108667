import type { Element, ElementContent, Root, RootContent, Text } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { defaultTreeAdapter, parseFragment } from 'parse5'
import { ALLOWED, linkTo, RENAMED } from './allow-list.ts'
import type { RichNode } from './rich-node.ts'

/** Elements within elements. Deeper ones leave their text to the one above. */
const DEEPEST = 24
/**
 * Open elements of one kind are made again in each paragraph after them, so that a short text can have millions. The text of a thousand
 * paragraphs has a tenth of this.
 */
const MOST_ELEMENTS = 20_000
const MOST_CHARACTERS = 600_000
/** A parse moves what stands where HTML does not allow it, so that the next one may read it otherwise. A text that does not settle keeps its words alone. */
const MOST_ROUNDS = 8

export type RichText = {
  /** HTML that reads the same after each further cleaning. */
  html: string
  nodes: RichNode[]
  /** The words alone. */
  text: string
}

/**
 * Cleans the HTML of a text by staff by the allow-list: what the list lacks is dropped, and its words stay. It runs before a write, before each answer,
 * and in the editor. The parser is that of the HTML standard, so that a browser reads what was cleaned and nothing else.
 */
export function cleanRichText(html: string): RichText {
  let now = withoutUnseen(html)
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const tree = cleaned(parsed(now))
      const next = written(tree)
      // An open link is made again in each paragraph, with its whole address.
      if (next.length > MOST_CHARACTERS && next.includes('<')) throw new RangeError('too many characters')
      if (next === now) return { html: next, nodes: tree.children.flatMap(nodeOf), text: wordsOf(tree) }
      now = next
    }
  } catch (error) {
    // Also elements within each other for which the stack is too small.
    if (!(error instanceof RangeError)) throw error
  }
  return cleanRichText(withoutTags(now))
}

/** Elements whose text ends at their closing tag alone. */
const RAW_TEXT = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'noscript', 'xmp', 'textarea', 'title'])

/** The words alone: what stands between a `<` and the next `>` is a tag, and what stands in a script is no word. */
function withoutTags(html: string): string {
  const [first = '', ...parts] = html.split('<')
  const words = [first]
  let within: string | undefined
  for (const part of parts) {
    const [, slash = '', name = ''] = /^(\/?)([a-z]{1,10})/i.exec(part) ?? []
    const tag = name.toLowerCase()
    if (within === undefined && !slash && RAW_TEXT.has(tag)) within = tag
    else if (within !== undefined && slash && tag === within) within = undefined
    if (within === undefined) words.push(part.slice(part.indexOf('>') + 1))
  }
  return words.join(' ')
}

/** NUL and other characters that no text has. Line breaks and tabs stay. */
const withoutUnseen = (html: string) => html.replace(/[^\P{Cc}\n\t]|\p{Cn}|\p{Cs}/gu, '')

const written = (node: Root | Text) => toHtml(node, { characterReferences: { useNamedReferences: true } })

/** @throws RangeError for too many elements. */
function parsed(html: string): Root {
  let count = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++count > MOST_ELEMENTS) throw new RangeError('too many elements')
      return defaultTreeAdapter.createElement(...element)
    },
  }
  return fromParse5(parseFragment(html, { treeAdapter })) as Root
}

function cleaned(tree: Root): Root {
  const prepared: Root = { type: 'root', children: prepare(tree.children, 0) }
  return sanitize(prepared, ALLOWED) as Root
}

const prepare = (nodes: readonly RootContent[], depth: number): ElementContent[] =>
  nodes.flatMap(node => (node.type === 'element' ? prepareElement(node, depth) : node.type === 'text' ? [node] : []))

function prepareElement(element: Element, depth: number): ElementContent[] {
  if (ALLOWED.strip?.includes(element.tagName)) return []
  const children = prepare(element.children, depth + 1)
  const tagName = RENAMED[element.tagName] ?? (isPlainBlock(element) ? 'p' : element.tagName)
  if (depth >= DEEPEST) return children
  if (BLOCKS.has(element.tagName) && tagName !== 'p') return children
  // Cells have no place in the text, and their words must not join.
  if (CELLS.has(tagName)) return [...children, { type: 'text', value: ' ' }]
  if (tagName !== 'a') return [{ ...element, tagName, children }]
  const link = linkTo(element.properties.href)
  if (!link) return children
  const properties = { href: link.href, ...(link.isExternal && { rel: ['noopener'] }) }
  return [{ ...element, properties, children }]
}

/** Blocks that the text has no element for: one with words alone is a paragraph, any other leaves its blocks to the one above. */
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure'],
  ...['footer', 'form', 'header', 'legend', 'main', 'nav', 'section', 'summary', 'table', 'tbody', 'thead', 'tfoot'],
])
const CELLS = new Set(['td', 'th'])
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'tr'])

const isPlainBlock = (element: Element): boolean => BLOCKS.has(element.tagName) && !hasBlock(element)
const hasBlock = ({ children }: Element): boolean =>
  children.some(
    child =>
      child.type === 'element' && (BLOCKS.has(child.tagName) || PARAGRAPHS.has(child.tagName) || hasBlock(child)),
  )

function nodeOf(node: RootContent): RichNode[] {
  if (node.type === 'text') return [node.value]
  if (node.type !== 'element') return []
  const { href, start } = node.properties
  return [
    {
      tag: node.tagName as Exclude<RichNode, string>['tag'],
      ...(typeof href === 'string' && { href }),
      ...(Number.isInteger(start) && { start: start as number }),
      children: node.children.flatMap(nodeOf),
    },
  ]
}

const wordsOf = (tree: Root): string => wordsIn(tree.children).replace(/\s+/g, ' ').trim()
const wordsIn = (nodes: readonly RootContent[]): string => nodes.map(wordsInOne).join('')
function wordsInOne(node: RootContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  const words = wordsIn(node.children)
  return PARAGRAPHS.has(node.tagName) || node.tagName === 'br' ? ` ${words} ` : words
}
