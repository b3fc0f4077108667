import { pathToFileURL } from 'node:url'
import type { ErrorTable } from '#platform/errors.ts'
import { bare, type Node, nameOf, type SourceModule, textOf, walk } from './source-modules.ts'

/**
 * Loads the error tables `X_ERRORS` of the source. Their names are unique, so that a code needs no file.
 * @returns the table of a name; for another name the codes that adapters write as a fact of that name.
 */
export async function loadErrorTables(
  root: string,
  modules: ReadonlyMap<string, SourceModule>,
): Promise<(name: string) => ErrorTable> {
  const known = new Map<string, { file: string; table: ErrorTable }>()
  for (const { file, declared } of modules.values())
    for (const [name, declaration] of declared) {
      if (!/_ERRORS$/.test(name) || bare(declaration.init)?.type !== 'ObjectExpression') continue
      const before = known.get(name)
      if (before) throw new Error(`${before.file} and ${file} both have a table ${name}.`)
      const module = await import(/* @vite-ignore */ pathToFileURL(`${root}/${file}`).href)
      if (!module[name]) throw new Error(`${file} does not export ${name}.`)
      known.set(name, { file, table: module[name] })
    }
  return name => known.get(name)?.table ?? factTable(modules, name)
}

/** The status of a refusal whose code and sentence an adapter writes. */
const FACT_STATUS = 409

/** The codes of a fact of adapters: `notConfigured: { code: 'stripe_not_configured', message: '…' }`. */
function factTable(modules: ReadonlyMap<string, SourceModule>, fact: string): ErrorTable {
  const table: ErrorTable = {}
  const visit = (node: Node): undefined => {
    const value = node.type === 'Property' && nameOf(node.key) === fact ? bare(node.value) : undefined
    if (value?.type !== 'ObjectExpression') return
    const [code, message] = ['code', 'message'].map(key =>
      textOf((value.properties as Node[]).find(one => nameOf(one.key) === key)?.value),
    )
    if (code && message) table[code] = { status: FACT_STATUS, message }
  }
  for (const { declared } of modules.values()) for (const node of declared.values()) walk(node, visit)
  return table
}
