import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type Node = { type: string; start: number; [key: string]: unknown }
type Fn = Node & { params: Node[] }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const isFunction = (node: Node): node is Fn => Array.isArray(node.params)
const names = (node: Fn, name: string) => node.params.some(param => param.type === 'Identifier' && param.name === name)

/**
 * Lines that use the outer `ctx` inside a function of a transaction, whose parameter is `tx`. The compiler cannot refuse a variable of the
 * surrounding function. An effect declares its own `ctx`.
 */
export function outerContextsIn(file: string, text = readFileSync(file, 'utf8')): number[] {
  const found: number[] = []
  walk(parseSync(file, text).program as unknown as Node, false)
  return found

  function walk(node: Node, isInside: boolean): void {
    if (isFunction(node)) isInside = !names(node, 'ctx') && (isInside || names(node, 'tx'))
    if (isInside && node.type === 'Identifier' && node.name === 'ctx')
      found.push(text.slice(0, node.start).split('\n').length)
    for (const [key, value] of Object.entries(node)) {
      // The name of a property is no variable.
      if ((key === 'property' || key === 'key') && !node.computed) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, isInside)
    }
  }
}
