import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type UnreadWrite = { file: string; line: number; table: string }
type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** An UPDATE in SQL text, including one in a CTE; excludes `for update` and `do update set`. */
const UPDATE = /(?:^|\(|\))\s*update\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)\b/i

/** The UPDATE statements of a file whose row count, returned rows or result is unused. */
export function unreadWritesIn(file: string): UnreadWrite[] {
  const text = readFileSync(file, 'utf8')
  const found: UnreadWrite[] = []
  walk(parseSync(file, text).program as unknown as Node, [])
  return found

  function walk(node: Node, parents: Node[]): void {
    const table = updatedTable(node)
    if (table && isDropped(node, parents)) found.push({ file, table, line: lineOf(node.start) })
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, [...parents, node])
    }
  }

  function updatedTable(node: Node): string | undefined {
    if (node.type === 'CallExpression') {
      const { property } = node.callee as { property?: { name?: string } }
      const [first] = node.arguments as { value?: string }[]
      return property?.name === 'updateTable' ? String(first?.value) : undefined
    }
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as { name?: string }).name !== 'sql') return undefined
    const { quasis } = node.quasi as { quasis: { value: { raw: string } }[] }
    return UPDATE.exec(quasis.map(({ value }) => value.raw).join('$'))?.[1]
  }

  /** Follows the call to the use of its result; true when the call is a statement of its own. */
  function isDropped(node: Node, parents: Node[]): boolean {
    let isExecuted = false
    let below = node
    for (const parent of parents.toReversed()) {
      const name = (parent.property as { name?: string } | undefined)?.name ?? ''
      const isChain =
        (parent.type === 'MemberExpression' && parent.object === below) ||
        (parent.type === 'CallExpression' && parent.callee === below) ||
        parent.type === 'AwaitExpression' ||
        parent.type === 'TSAsExpression'
      if (!isChain) return isExecuted && parent.type === 'ExpressionStatement'
      if (name.startsWith('execute')) isExecuted = true
      below = parent
    }
    return false
  }

  function lineOf(offset: number): number {
    return text.slice(0, offset).split('\n').length
  }
}
