import { DOMParser, type Schema, type Slice } from '@tiptap/pm/model'
import { cleanRichText } from '#kernel/rich-text/clean-rich-text.ts'
import type { RichNode } from '#kernel/rich-text/rich-node.ts'

/** The document of the editor for a text. The policy of the page refuses a parser of the browser, so the elements are made one by one. */
export const documentOf = (schema: Schema, html: string): object =>
  DOMParser.fromSchema(schema).parse(elementsOf(html)).toJSON()

/** What is pasted or dropped, cleaned like a text that is stored. */
export const sliceOf = (schema: Schema, html: string): Slice =>
  DOMParser.fromSchema(schema).parseSlice(elementsOf(html))

function elementsOf(html: string): HTMLElement {
  const root = document.createElement('div')
  root.append(...cleanRichText(html).nodes.map(domOf))
  return root
}

function domOf(node: RichNode): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const element = document.createElement(node.tag)
  if (node.href) element.setAttribute('href', node.href)
  if (node.start !== undefined) element.setAttribute('start', String(node.start))
  element.append(...node.children.map(domOf))
  return element
}
