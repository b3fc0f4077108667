import { createRefusers, type Modules, type Place, resolve, resolveExport } from './refusers.ts'
import { bare, isNode, type Node, nameOf, walk } from './source-modules.ts'

/** A code in an error table; the table is named by its constant. */
export type Code = { table: string; code: string }
/** A piece of code: its own refusals as `TABLE code`, and the places that it names. */
type Read = { codes: string[]; places: Place[] }

/**
 * Finds the refusals that code can reach: from an expression to the declarations that it names, and on from each of them. A name counts
 * whether it is called or passed on, so the result can name a code too many, and misses only what is dispatched by data.
 */
export function createRefusalSearch(modules: Modules, codesOf: (table: string) => string[]) {
  const refusers = createRefusers(modules, codesOf)

  const read = (file: string, root: Node): Read => {
    const codes: string[] = []
    const places: Place[] = []
    const inner = namesWithin(root)
    const isOuter = (name: string | undefined): name is string => name !== undefined && !inner.has(name)
    const visit = (node: Node): boolean | undefined => {
      if (/^TS(Type|Interface)/.test(node.type)) return false
      if (node.type === 'CallExpression' && isOuter(nameOf(node.callee))) codes.push(...refusers.refusalsOf(file, node))
      if (node.type === 'NewExpression' && nameOf(node.callee) === 'Refusal')
        codes.push(...refusers.thrownBy(file, node))
      if (node.type === 'MemberExpression' && !node.computed) return visitMember(node)
      if (node.type === 'Property' && !node.computed) return visitChild(node.value)
      const name = nameOf(node)
      const place = isOuter(name) ? resolve(modules, file, name) : undefined
      if (place) places.push(place)
      return undefined
    }
    const visitChild = (node: unknown): false => {
      if (isNode(node)) walk(node, visit)
      return false
    }
    const visitMember = (node: Node): false => {
      const object = nameOf(node.object)
      const place = isOuter(object) ? memberOf(modules, file, object, nameOf(node.property)!) : undefined
      if (place) places.push(place)
      return object === undefined ? visitChild(node.object) : false
    }
    walk(root, visit)
    return { codes, places }
  }

  const nodeOf = ({ file, name, member }: Place): Node | undefined => {
    const declaration = modules.get(file)?.declared.get(name)
    const value = bare(declaration?.init)
    if (member === undefined || value?.type !== 'ObjectExpression') return declaration
    const property = (value.properties as Node[]).find(one => nameOf(one.key) === member)
    return property ? (property.value as Node) : declaration
  }

  const known = new Map<string, Read>()
  const readPlace = (place: Place): Read => {
    const key = keyOf(place)
    const node = known.has(key) ? undefined : nodeOf(place)
    if (!known.has(key)) known.set(key, node ? read(place.file, node) : { codes: [], places: [] })
    return known.get(key)!
  }

  /** @returns all refusals that the code below a node can reach. */
  return (file: string, root: Node): Code[] => {
    const first = read(file, root)
    const codes = new Set(first.codes)
    const seen = new Set<string>()
    const waiting = [...first.places]
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      if (seen.has(keyOf(place))) continue
      seen.add(keyOf(place))
      const own = readPlace(place)
      for (const code of own.codes) codes.add(code)
      waiting.push(...own.places)
    }
    return [...codes].map(text => {
      const [table, code] = text.split(' ') as [string, string]
      return { table, code }
    })
  }
}

const keyOf = ({ file, name, member = '' }: Place) => `${file} ${name} ${member}`

/** `module.name` of an imported module, or a property of a constant. */
function memberOf(modules: Modules, file: string, object: string, member: string): Place | undefined {
  const target = modules.get(file)?.imported.get(object)
  if (target?.name === '*') return resolveExport(modules, target.file, member)
  const place = resolve(modules, file, object)
  return place && { ...place, member }
}

/** Names that a piece of code declares inside itself: parameters and local variables. They hide names of the file. */
function namesWithin(root: Node): Set<string> {
  const names = new Set<string>()
  const addPattern = (pattern: unknown) => {
    if (!isNode(pattern)) return
    const name = nameOf(pattern)
    if (name !== undefined) names.add(name)
    else if (pattern.type === 'ObjectPattern')
      for (const one of pattern.properties as Node[]) addPattern(one.type === 'RestElement' ? one.argument : one.value)
    else if (pattern.type === 'ArrayPattern') (pattern.elements as unknown[]).forEach(addPattern)
    else if (pattern.type === 'AssignmentPattern') addPattern(pattern.left)
    else if (pattern.type === 'RestElement') addPattern(pattern.argument)
  }
  walk(root, node => {
    if (/Function/.test(node.type)) (node.params as unknown[] | undefined)?.forEach(addPattern)
    if (node !== root && ['VariableDeclarator', 'FunctionDeclaration'].includes(node.type)) addPattern(node.id)
    if (node.type === 'CatchClause') addPattern(node.param)
    return undefined
  })
  return names
}
