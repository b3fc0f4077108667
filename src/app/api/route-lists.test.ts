import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileText, ROOT } from '../testing/source/repository-files.ts'
import { type Node, nameOf, parseSource, walk } from '../testing/source/source-modules.ts'

const MAX_LINES = 70
const MAX_HANDLER = 30

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('api.server.ts'))
  .map(file => `src/${file}`)

/** The functions of a file with their lines; blank lines are not counted. */
function functionsOf(file: string): { text: string; lines: number; isHandler: boolean }[] {
  const source = fileText(file)
  const found: { text: string; lines: number; isHandler: boolean }[] = []
  for (const declaration of parseSource(ROOT, file).declared.values()) {
    const handlers = new Set<Node>()
    walk(declaration, node => {
      if (node.type === 'Property' && nameOf(node.key) === 'handler') handlers.add(node.value as Node)
      if (!/Function/.test(node.type)) return undefined
      const text = source.slice(node.start as number, node.end as number)
      const lines = text.split('\n').filter(line => line.trim()).length
      found.push({ text, lines, isHandler: handlers.has(node) })
      return undefined
    })
  }
  return found
}

it('files of routes have short handlers, and no long function beside the list', () => {
  const functions = files.flatMap(file => functionsOf(file).map(one => ({ ...one, file })))
  const handlers = functions.filter(({ isHandler }) => isHandler)
  expect(handlers.length).toBeGreaterThan(250)
  const long = functions.filter(({ text, lines, isHandler }) =>
    isHandler ? lines > MAX_HANDLER : lines > MAX_LINES && !/\bnewApi\(|\.route\('\/'/.test(text),
  )
  expect(long.map(({ file, text, lines }) => `${file}: ${lines} lines: ${text.slice(0, 60)}`)).toEqual([])
})
