import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree, read by its fields. */
export type Node = { type: string; [field: string]: unknown }
type Target = { file: string; name: string }

/** A source file: its top-level declarations, and where its other names come from. */
export type SourceModule = {
  file: string
  declared: Map<string, Node>
  /** Local name → file and exported name; `*` for a whole module. */
  imported: Map<string, Target>
  /** Exported name → local name. */
  exported: Map<string, string>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Calls `visit` for the node and all nodes below it; a visitor that returns false stops at the node. */
export function walk(node: Node, visit: (node: Node) => boolean | undefined): void {
  if (visit(node) === false) return
  for (const child of childrenOf(node)) walk(child, visit)
}

export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined

export const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

export function parseSource(root: string, file: string): SourceModule {
  const module: SourceModule = {
    file,
    declared: new Map(),
    imported: new Map(),
    exported: new Map(),
  }
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === 'ImportDeclaration') addImport(module, root, statement)
    else addDeclaration(module, statement)
  }
  return module
}

function addImport({ imported, file }: SourceModule, root: string, statement: Node): void {
  const source = textOf(statement.source)!
  if (!/^[.#]/.test(source)) return
  const target = source.startsWith('#')
    ? `src/${source.slice(1)}`
    : resolve(root, dirname(file), source).slice(root.length + 1)
  if (statement.importKind === 'type') return
  for (const specifier of statement.specifiers as Node[]) {
    const local = nameOf(specifier.local)!
    if (specifier.importKind === 'type') continue
    imported.set(local, { file: target, name: nameOf(specifier.imported) ?? '*' })
  }
}

function addDeclaration(module: SourceModule, statement: Node): void {
  const isExport = statement.type === 'ExportNamedDeclaration'
  if (isExport) {
    for (const { local, exported } of (statement.specifiers ?? []) as Node[])
      module.exported.set(nameOf(exported)!, nameOf(local)!)
  }
  const declaration = isExport ? statement.declaration : statement
  if (!isNode(declaration)) return
  const found: [unknown, Node][] =
    declaration.type === 'VariableDeclaration'
      ? (declaration.declarations as Node[]).map(one => [one.id, one])
      : [[declaration.id, declaration]]
  for (const [id, node] of found) {
    const name = nameOf(id)
    if (!name) continue
    if (node.type.startsWith('TS')) continue
    module.declared.set(name, node)
    if (isExport) module.exported.set(name, name)
  }
}
