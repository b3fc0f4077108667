import { bare, type Node, nameOf, type SourceModule, textOf, walk } from './source-modules.ts'

export type Modules = ReadonlyMap<string, SourceModule>
/** A top-level declaration; `member` is a property of a constant object. */
export type Place = { file: string; name: string; member?: string }

const ERRORS = 'src/platform/errors.ts'
export const COMMON = 'COMMON_ERRORS'

/** What refuses, by its tables: `refuse` of the platform, or `const refuse = refusals(TABLE)`, which can join several tables. */
type Refuser = string[]

/** The top-level declaration that a name of a file stands for, there or where it is imported from. */
export function resolve(modules: Modules, file: string, local: string): Place | undefined {
  const module = modules.get(file)
  if (module?.declared.has(local)) return { file, name: local }
  const target = module?.imported.get(local)
  return target && resolveExport(modules, target.file, target.name)
}

export function resolveExport(modules: Modules, file: string, exported: string): Place | undefined {
  const name = modules.get(file)?.exported.get(exported)
  return name === undefined ? undefined : resolve(modules, file, name)
}

/** Reads calls of `refuse`. */
export function createRefusers(modules: Modules, codesOf: (table: string) => string[]) {
  const refuserOf = (file: string, local: string): Refuser | undefined => {
    const place = resolve(modules, file, local)
    if (!place) return undefined
    if (place.file === ERRORS) return place.name === 'refuse' ? [COMMON] : undefined
    const call = bare(modules.get(place.file)!.declared.get(place.name)!.init)
    if (call?.type !== 'CallExpression' || nameOf(call.callee) !== 'refusals') return undefined
    const argument = bare((call.arguments as Node[])[0])!
    const isJoined = argument.type === 'ObjectExpression'
    const names = isJoined ? (argument.properties as Node[]).map(tableIn) : [argument]
    return names.map(name => {
      const table = resolve(modules, place.file, nameOf(name) ?? '')
      if (!table) throw new Error(`${place.file}: the table of ${place.name} is not readable.`)
      return table.name
    })
  }

  /** Codes written in an expression, with `undefined` for each part that comes from data. */
  const writtenIn = (file: string, node: Node): (string | undefined)[] => {
    const text = textOf(node)
    if (text !== undefined) return [text]
    if (node.type === 'TSSatisfiesExpression') return wordsOfType(modules, file, node.typeAnnotation as Node)
    if (node.type === 'ConditionalExpression')
      return [node.consequent, node.alternate].flatMap(one => writtenIn(file, one as Node))
    if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(one => writtenIn(file, one as Node))
    return [undefined]
  }

  /** The codes of `refuse(code)`. For a code from data: each code of the table that the file or a file that it imports writes. */
  const codesIn = (file: string, refuser: Refuser, argument: Node): string[] => {
    const written = writtenIn(file, argument)
    if (!written.includes(undefined)) return written as string[]
    const known = refuser.flatMap(codesOf)
    const { words, near } = modules.get(file)!
    const nearby = [words, ...[...near].flatMap(one => modules.get(one)?.words ?? [])]
    const said = known.filter(code => nearby.some(one => one.has(code)))
    return said.length > 0 ? said : known
  }

  return {
    /** The refusals of a call, as `TABLE code`; empty for a call of anything else. */
    refusalsOf(file: string, call: Node): string[] {
      const refuser = refuserOf(file, nameOf(call.callee)!)
      const argument = (call.arguments as Node[])[0]
      if (!refuser || !argument) return []
      return codesIn(file, refuser, argument).flatMap(code => {
        const table = refuser.find(one => codesOf(one).includes(code))
        return table ? [`${table} ${code}`] : []
      })
    },
    /**
     * The refusal of `new Refusal('code', status, …)`, or of `new Refusal(fact.code, status, …)` for a fact that adapters write:
     * `fact: { code, message }`. A refusal that passes another one's code and status on adds none.
     */
    thrownBy(file: string, node: Node): string[] {
      const [code, status] = node.arguments as Node[]
      if (status?.type !== 'Literal') return []
      const written = textOf(code)
      const fact = code?.type === 'MemberExpression' ? nameOf(code.object) : undefined
      if (fact !== undefined) return codesOf(fact).map(one => `${fact} ${one}`)
      if (written !== undefined && codesOf(COMMON).includes(written)) return [`${COMMON} ${written}`]
      throw new Error(`${file}: new Refusal(…) names a code of no table.`)
    },
  }
}

/** The table of `...TABLE` and of `code: TABLE.code`. */
const tableIn = (property: Node) => property.argument ?? (property.value as Node).object

/** The literals of a type alias: `refuse(hidden satisfies Hidden)`. */
function wordsOfType(modules: Modules, file: string, type: Node): string[] {
  const name = nameOf(type.typeName) ?? ''
  const types = [file, ...modules.get(file)!.near].map(one => modules.get(one)?.types.get(name))
  const alias = types.find(one => one !== undefined)
  if (!alias) throw new Error(`${file}: the type ${name} is not readable.`)
  const words: string[] = []
  walk(alias, node => {
    const text = textOf(node)
    if (text !== undefined) words.push(text)
    return undefined
  })
  return words
}
