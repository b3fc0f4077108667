import { type ESTree, parseSync, Visitor } from 'vite'
import { fileText, repositoryFiles } from '../source/repository-files.ts'

export type Pattern = { source: string; flags: string; at: string }
/** A zod string schema: its methods in order, each with the source of its arguments. */
export type TextSchema = { at: string; calls: { name: string; args: string[] }[] }

/** Parses the product's source without tests, and lists its patterns and zod string schemas. */
export function scanSource() {
  const literals: Pattern[] = []
  const built: Pattern[] = []
  const schemas: TextSchema[] = []
  for (const file of sourceFiles()) {
    const text = fileText(file)
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
    const placeOf = ({ start }: ESTree.Node) => `${file}:${text.slice(0, start).split('\n').length}`
    const sourceOf = ({ start, end }: ESTree.Node) => text.slice(start, end)
    const noteBuilt = (node: ESTree.NewExpression | ESTree.CallExpression) => {
      if (sourceOf(node.callee) !== 'RegExp') return
      const [source = '', flags = ''] = node.arguments.map(sourceOf)
      built.push({ source, flags, at: file })
    }
    const inner = new Set<ESTree.Node>()
    new Visitor({
      Literal(node) {
        if ('regex' in node) literals.push({ source: node.regex.pattern, flags: node.regex.flags, at: placeOf(node) })
      },
      NewExpression: noteBuilt,
      CallExpression(node) {
        noteBuilt(node)
        if (inner.has(node)) return
        const calls: TextSchema['calls'] = []
        let at: ESTree.Node = node
        while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
          inner.add(at)
          const args = at.arguments
          // The schema inside a pipe reads only text that the schema before it accepted.
          if (sourceOf(at.callee.property) === 'pipe') for (const next of args) inner.add(next)
          calls.unshift({ name: sourceOf(at.callee.property), args: at.arguments.map(sourceOf) })
          at = at.callee.object
        }
        if (at.type === 'Identifier' && at.name === 'z' && TEXTS.includes(calls[0]!.name))
          schemas.push({ at: placeOf(node), calls })
      },
    }).visit(program)
  }
  return { literals, built, schemas }
}

const TEXTS = ['string', 'email', 'url']

const sourceFiles = () =>
  repositoryFiles('src', 'packages').filter(file => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
