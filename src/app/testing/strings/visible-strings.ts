import { parseSync } from 'vite'
import { fileText, repositoryFiles } from '../source/repository-files.ts'

/** A text that a user can read. `kind` is the attribute, the property or the function that takes it, or `text` within an element. */
export type VisibleString = { text: string; kind: string; file: string; line: number }

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Attributes and properties whose strings are for machines. */
const TECHNICAL_NAMES = new Set(
  `className class classNames style to href src srcSet sizes id htmlFor key type rel target role method media as queryKey path viewBox d fill
  stroke transform points autoComplete inputMode pattern enterKeyHint accept loading decoding crossOrigin httpEquiv charSet lang dir
  aria-controls aria-labelledby aria-describedby aria-live aria-keyshortcuts summary operationId contentType mediaType timeZone locale`.split(
    /\s+/,
  ),
)

/** Functions whose strings are for machines. */
const TECHNICAL_CALLS = new Set(
  `classNames querySelector querySelectorAll closest matches matchMedia addEventListener removeEventListener refuse sql selectFrom
  insertInto updateTable selectAll orderBy where select query quoted header Error TypeError RangeError RegExp DateTimeFormat NumberFormat
  createElement getElementById setAttribute getItem setItem getPropertyValue split startsWith endsWith includes indexOf replaceAll join
  createPolicy describe evaluate`.split(/\s+/),
)

/** Functions whose first argument is a name for machines. */
const NAMING_CALLS = new Set(['model', 'strictModel'])

/** Folders without words for users: tests, demo data, command lines and their output, imitated providers. */
const APART =
  /\.test\.|\/testing\/|\/tests\/|^packages\/(stripe-sandbox|witness)\/|^src\/app\/(cli|processes|seed|house|faults)\//

/** All strings of the product's source that a user can read, in the order of the files. */
export function visibleStrings(): VisibleString[] {
  return repositoryFiles('src', 'packages')
    .filter(file => /\.tsx?$/.test(file) && !APART.test(file))
    .flatMap(file => stringsIn(file, fileText(file)))
}

/** The visible strings of one source, found in its syntax tree. */
export function stringsIn(file: string, source: string): VisibleString[] {
  const found: VisibleString[] = []
  const seen = new Set<Node>()
  const add = (node: Node, text: string, kind: string) =>
    found.push({ text, kind, file, line: source.slice(0, node.start).split('\n').length })
  walk(parseSync(file, source).program as unknown as Node, 'text')
  return found

  function walk(node: Node, kind: string): void {
    if (seen.has(node) || isTechnical(node)) return
    const isElement = node.type === 'JSXElement' || node.type === 'JSXFragment'
    const whole = isElement ? elementText(node) : stringOf(node)
    if (whole !== undefined && isWording(whole, isElement)) add(node, whole, kind)
    for (const [child, below] of childrenOf(node, kind)) walk(child, below)
  }

  /** A sentence may run through inner elements, so an element with text of its own is one string. */
  function elementText(node: Node): string | undefined {
    const children = node.children as Node[]
    if (!children.some(child => child.type === 'JSXText' && String(child.value).trim() !== '')) return undefined
    return squeeze(children.map(child => childText(child)).join(''))
  }

  function childText(child: Node): string {
    if (child.type === 'JSXText') return String(child.value)
    if (child.type === 'JSXExpressionContainer') {
      const inner = child.expression as Node
      const text = stringOf(inner)
      if (text === undefined) return `{${squeeze(source.slice(inner.start, inner.end))}}`
      seen.add(inner)
      return text
    }
    if (child.type !== 'JSXElement' && child.type !== 'JSXFragment') return ''
    seen.add(child)
    for (const [part, kind] of childrenOf(child, 'text')) walk(part, kind)
    return (child.children as Node[]).map(part => childText(part)).join('')
  }

  /** The value of a string or a template, its expressions in braces; undefined for other nodes. */
  function stringOf(node: Node): string | undefined {
    if (node.type === 'Literal') return typeof node.value === 'string' ? squeeze(node.value) : undefined
    if (node.type === 'TaggedTemplateExpression') return (stringOf(node.quasi as Node) ?? '').replace(/<[^>]*>/g, '')
    if (node.type !== 'TemplateLiteral') return undefined
    const quasis = node.quasis as { value: { cooked: string } }[]
    const inner = node.expressions as Node[]
    return squeeze(
      quasis
        .map(({ value }, at) => value.cooked + (inner[at] ? `{${source.slice(inner[at].start, inner[at].end)}}` : ''))
        .join(''),
    )
  }
}

/** Folds whitespace as HTML does. */
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** True for a word that begins with a capital, for several words, and for all text of an element. */
function isWording(text: string, isElement: boolean): boolean {
  const words = text.split(' ').filter(word => /\p{L}/u.test(word) && !/^\{[^}]*\}$/.test(word))
  if (words.length === 0) return false
  if (isElement) return true
  if (words.length === 1) return /^\p{Lu}[\p{Ll}’']+[.:!?…]?$/u.test(text) || /\p{L}[.!?…]$/u.test(text)
  return !isCode(text, words)
}

/** A word of prose, with the marks around it. Class lists, drawings, statements and addresses have few. */
const PROSE = /^[(“"'‘·–+]*[\p{L}\d{}$%][\p{L}\d{}’'$%.,/()-]*[)”"'’.,:;!?…*}]*$/u
const STATEMENT = /^(select|insert|update|delete|drop|lock|create|set|for) |^[a-z_]+ as [a-zA-Z]+$|-src '/

function isCode(text: string, words: string[]): boolean {
  if (STATEMENT.test(text) || /^[#.[(@/<]|=>|;$|::|^\w+:\/\//.test(text.replace(/^<p/, ''))) return true
  if (words.filter(word => PROSE.test(word)).length * 2 <= words.length) return true
  if (/^M-?[\d.]+ ?[\d.\w-]* /.test(text) && /\dl|\dh|\dz|\dv|\d[a-zA-Z]\d/.test(text)) return true
  const isLower = !/\p{Lu}|[.!?,]/u.test(text)
  return isLower && words.filter(word => /[\w\]]-[\w[]/.test(word)).length * 2 >= words.length
}

function isTechnical(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration' || node.type === 'ImportExpression')
    return true
  if (node.type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)/.test(node.type)
  if (node.type === 'JSXAttribute') return TECHNICAL_NAMES.has(nameOf(node.name))
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return TECHNICAL_CALLS.has(nameOf(node.callee)) || nameOf((node.callee as Node).object) === 'log'
  return node.type === 'TaggedTemplateExpression' && nameOf(node.tag) !== 'html'
}

/** The parts that can hold a visible string, each with the name of what takes it. */
function childrenOf(node: Node, kind: string): [Node, string][] {
  if (node.type === 'JSXAttribute') return partsOf(node.value, nameOf(node.name))
  if (node.type === 'Property') {
    const name = nameOf(node.key)
    return TECHNICAL_NAMES.has(name) ? [] : partsOf(node.value, name || kind)
  }
  if (node.type === 'CallExpression') {
    const name = nameOf(node.callee)
    const taken = (node.arguments as Node[]).slice(NAMING_CALLS.has(name) ? 1 : 0)
    return [...partsOf(node.callee, kind), ...partsOf(taken, name || kind)]
  }
  if (node.type === 'BinaryExpression' && node.operator !== '+') return []
  if (node.type === 'TaggedTemplateExpression') return partsOf((node.quasi as Node).expressions, kind)
  if (node.type === 'SwitchCase') return partsOf(node.consequent, kind)
  if (node.type === 'MemberExpression') return partsOf(node.object, kind)
  if (node.type === 'JSXElement') return [...partsOf(node.openingElement, kind), ...partsOf(node.children, 'text')]
  return Object.values(node).flatMap(value => partsOf(value, kind))
}

const partsOf = (value: unknown, kind: string): [Node, string][] =>
  (Array.isArray(value) ? value : [value]).filter(isNode).map(child => [child, kind])

/** The last name of an identifier, a member, a key or an attribute. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return String(node.name ?? node.value ?? '')
}
