import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './repository-files.ts'
import { type Modules, type Place, resolve, resolveExport } from './resolve.ts'
import { type Node, nameOf, parseSource, type SourceModule, textOf, walk } from './source-modules.ts'

const NO_SOURCE = /\.(test|bench)\.ts$|\/testing\//
/** Rate limits count in rows of their own, which are no work of a call. */
const LIMITS = 'src/platform/http/rate-limit.server.ts'

const WRITING_SQL = /\b(insert\s+into|update\s+\w+\s+set|delete\s+from|merge\s+into|truncate)\b/i
const WRITING_METHODS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const WRITING_FUNCTIONS = new Set(['transact', 'enqueue'])

/** Functions that make several routes of a path, a POST among them. */
const MAKERS = ['linkRoutes', 'oneClickRoutes', 'recordRoutes']

/** The SQL functions that write. */
function writingSqlFunctions(): RegExp {
  const folder = join(ROOT, 'db/functions')
  const names = readdirSync(folder).filter(file => WRITING_SQL.test(readFileSync(join(folder, file), 'utf8')))
  return new RegExp(`\\b(${names.map(name => name.replace('.sql', '')).join('|')})\\s*\\(`)
}

/** The POSTs of the API whose code, read from the source, writes no row: `POST /payments/quote`. A write that is dispatched by data is not seen. */
export function postsWithoutWrites(): string[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(file => `src/${file}`)
  const sources = files.filter(file => file.endsWith('.ts') && !NO_SOURCE.test(file))
  const modules: Modules = new Map(sources.map(file => [file, parseSource(ROOT, file)]))
  const reaches = createWriteSearch(modules)
  return [...modules.values()]
    .flatMap(module => postsOf(module).filter(({ route }) => !reaches(module.file, route)))
    .map(({ path }) => `POST ${path}`)
    .sort()
}

/** The declarations of POSTs: calls of `defineRoute('post', path, …)`, and of functions that make several routes of a path. */
function postsOf({ declared }: SourceModule): { path: string; route: Node }[] {
  const posts: { path: string; route: Node }[] = []
  for (const declaration of declared.values())
    walk(declaration, node => {
      const called = node.type === 'CallExpression' ? nameOf(node.callee) : undefined
      const [first, second] = (node.arguments ?? []) as Node[]
      const defined = called === 'defineRoute' && textOf(first) === 'post' ? textOf(second) : undefined
      const path = MAKERS.includes(called ?? '') ? textOf(first) : defined
      // Parts and handler; the guard writes refusals to the audit log.
      if (path) posts.push({ path, route: (node.arguments as Node[]).at(-1)! })
      return undefined
    })
  return posts
}

type Read = { writes: boolean; places: Place[] }

/** Whether code can reach a write: by its own words, or by those of a declaration that it names, and on from there. */
function createWriteSearch(modules: Modules) {
  const sqlFunctions = writingSqlFunctions()
  const isWritingSql = (text: string) => WRITING_SQL.test(text) || sqlFunctions.test(text)

  const read = (file: string, root: Node): Read => {
    const places: Place[] = []
    let writes = false
    walk(root, node => {
      if (/^TS(Type|Interface)/.test(node.type)) return false
      const text = node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : textOf(node)
      const name = nameOf(node)
      const member = node.type === 'MemberExpression' ? nameOf(node.property) : undefined
      writes ||= isWritingSql(text ?? '') || WRITING_METHODS.has(member ?? '') || WRITING_FUNCTIONS.has(name ?? '')
      const place = name === undefined ? memberOf(file, node, member) : resolve(modules, file, name)
      if (place && place.file !== LIMITS) places.push(place)
      return undefined
    })
    return { writes, places }
  }

  /** A member of an imported module. */
  const memberOf = (file: string, node: Node, member: string | undefined): Place | undefined => {
    const target = member && modules.get(file)?.imported.get(nameOf(node.object) ?? '')
    return target && target.name === '*' ? resolveExport(modules, target.file, member) : undefined
  }

  const known = new Map<string, Read>()
  const readPlace = ({ file, name }: Place): Read => {
    const key = `${file} ${name}`
    const declaration = modules.get(file)?.declared.get(name)
    if (!known.has(key)) known.set(key, declaration ? read(file, declaration) : { writes: false, places: [] })
    return known.get(key)!
  }

  return (file: string, root: Node): boolean => {
    const first = read(file, root)
    if (first.writes) return true
    const seen = new Set<string>()
    const waiting = [...first.places]
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      const key = `${place.file} ${place.name}`
      if (seen.has(key)) continue
      seen.add(key)
      const own = readPlace(place)
      if (own.writes) return true
      waiting.push(...own.places)
    }
    return false
  }
}
