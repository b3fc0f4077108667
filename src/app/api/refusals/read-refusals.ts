import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorTable } from '#platform/errors.ts'
import { createRefusalSearch } from './declared-refusals.ts'
import { loadErrorTables } from './error-tables.ts'
import { COMMON } from './refusers.ts'
import { type Node, nameOf, parseSource, type SourceModule, walk } from './source-modules.ts'
import { mountedWith, routesOf, type SourceRoute } from './source-routes.ts'

/** The codes that each route can answer, by their tables: `{ 'GET /orders/{id}': { ORDER_ERRORS: ['order_not_found'] } }`. */
export type Refusals = { tables: Record<string, ErrorTable>; routes: Record<string, Record<string, string[]>> }

const ROOT = join(import.meta.dirname, '../../../..')
const MOUNTS = 'src/app/api/api.server.ts'
const NO_SOURCE = /\.(test|bench)\.ts$|\/testing\//
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** Reads from the source which refusals each route can answer: the codes of the error tables that its commands and queries throw. */
export async function readRefusals(): Promise<Refusals> {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(file => `src/${file}`)
  const sources = files.filter(file => file.endsWith('.ts') && !NO_SOURCE.test(file))
  const modules = new Map(sources.map(file => [file, parseSource(ROOT, file)]))
  const tableOf = await loadErrorTables(ROOT, modules)
  const refusalsFrom = createRefusalSearch(modules, table => Object.keys(tableOf(table)))
  const mounts = mountedWith(modules.get(MOUNTS)!)

  const used: Record<string, ErrorTable> = {}
  const refusalsOf = (route: SourceRoute): Record<string, string[]> => {
    const { within, passed } = namedBy(modules.get(route.file)!, route, mounts.get(route.api) ?? [])
    const codes = [
      ...refusalsFrom(route.file, route.handler),
      // What every route refuses by its schema is common to all.
      ...(route.hook ? refusalsFrom(route.file, route.hook).filter(({ table }) => table !== COMMON) : []),
      ...within.flatMap(local => refusalsFrom(route.file, local)),
      ...passed.flatMap(argument => refusalsFrom(MOUNTS, argument)),
    ]
    for (const { table, code } of codes) used[table] = { ...used[table], [code]: tableOf(table)[code]! }
    const byTable = [...Map.groupBy(codes, ({ table }) => table)].sort(byName)
    return Object.fromEntries(byTable.map(([table, of]) => [table, [...new Set(of.map(({ code }) => code))].sort()]))
  }
  const routes = [...modules.values()].flatMap(module => routesOf(modules, module))
  const read = routes.map((route): [string, Record<string, string[]>] => [
    `${route.method.toUpperCase()} ${route.path}`,
    refusalsOf(route),
  ])
  const sorted = Object.entries(used).sort(byName)
  return {
    tables: Object.fromEntries(
      sorted.map(([name, table]) => [name, Object.fromEntries(Object.entries(table).sort(byName))]),
    ),
    routes: Object.fromEntries(read.sort(byName)),
  }
}

/**
 * What a handler names beside top-level declarations: functions inside the API's own function, and parameters, which stand for the
 * arguments of the mount (the ports of later features).
 */
function namedBy(module: SourceModule, { api, handler }: SourceRoute, mountArguments: readonly Node[]) {
  const declaration = module.declared.get(api)!
  const made = (declaration.type === 'VariableDeclarator' ? declaration.init : declaration) as Node
  const statements = ((made.body as Node).body ?? []) as Node[]
  const locals = new Map(
    statements
      .flatMap(one => (one.type === 'VariableDeclaration' ? (one.declarations as Node[]) : [one]))
      .flatMap(one => (nameOf(one.id) === undefined ? [] : [[nameOf(one.id)!, one] as const])),
  )
  const names = new Set<string>()
  const within: Node[] = []
  const collect = (root: Node) =>
    walk(root, node => {
      const name = nameOf(node)
      if (name === undefined || names.has(name)) return undefined
      names.add(name)
      const local = locals.get(name)
      if (local) {
        within.push(local)
        collect(local)
      }
      return undefined
    })
  collect(handler)
  const params = ((made.params ?? []) as Node[]).map(nameOf)
  return { within, passed: mountArguments.filter((_, at) => params[at] !== undefined && names.has(params[at])) }
}
