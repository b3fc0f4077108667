import { resolve } from './refusers.ts'
import { bare, isNode, type Node, nameOf, type SourceModule, textOf, walk } from './source-modules.ts'

/** A route as the source declares it, with the code that answers it. */
export type SourceRoute = {
  method: string
  path: string
  file: string
  handler: Node
  hook: Node | undefined
  api: string
}

/** Values of parameters in a function that makes routes. */
type Bound = Map<string, Node | undefined>

/**
 * Reads every `.openapi(route, handler, hook)` of a file. The route is a constant, a member of a module, made by a function of the file, or one of
 * several that a function makes, as `recordRoutes`.
 */
export function routesOf(modules: ReadonlyMap<string, SourceModule>, module: SourceModule): SourceRoute[] {
  const routes: SourceRoute[] = []
  for (const [api, declaration] of module.declared) {
    walk(declaration, node => {
      const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined
      if (callee?.type !== 'MemberExpression' || nameOf(callee.property) !== 'openapi') return undefined
      const [route, handler, hook] = node.arguments as Node[]
      const found = readRoute(modules, module, route!, new Map())
      if (!found) throw new Error(`${module.file}: the route at character ${node.start} is not readable`)
      routes.push({ ...found, file: module.file, handler: handler!, hook, api })
      return undefined
    })
  }
  return routes
}

type Head = { method: string; path: string }

function readRoute(
  modules: ReadonlyMap<string, SourceModule>,
  module: SourceModule,
  node: Node,
  bound: Bound,
): Head | undefined {
  const route = bare(node)
  if (route?.type === 'Identifier') {
    const declaration = module.declared.get(route.name as string)
    if (declaration) return readRoute(modules, module, declaration.init as Node, bound)
    const target = module.imported.get(route.name as string)
    return target && readExport(modules, target.file, target.name)
  }
  if (route?.type === 'MemberExpression') {
    const object = nameOf(route.object) ?? ''
    const member = nameOf(route.property)!
    const target = module.imported.get(object)
    if (target) return readExport(modules, target.file, member)
    const made = madeBy(modules, module, bare(module.declared.get(object)?.init))
    const property = (made?.answer.properties as Node[] | undefined)?.find(one => nameOf(one.key) === member)
    return property && readRoute(modules, made!.module, property.value as Node, made!.bound)
  }
  if (route?.type !== 'CallExpression') return undefined
  if (nameOf(route.callee) === 'defineRoute') return readHead(route.arguments as Node[], bound)
  const made = madeBy(modules, module, route)
  return made && readRoute(modules, made.module, made.answer, made.bound)
}

/** What a call of a function returns, with the arguments of the call. */
function madeBy(modules: ReadonlyMap<string, SourceModule>, module: SourceModule, call: Node | undefined) {
  const place = call?.type === 'CallExpression' ? resolve(modules, module.file, nameOf(call.callee) ?? '') : undefined
  const maker = place && modules.get(place.file)!
  const made = maker && functionOf(maker.declared.get(place!.name)!)
  if (!made) return undefined
  const args = call!.arguments as Node[]
  const params = made.params as Node[]
  const body = made.body as Node
  const answer =
    body.type === 'BlockStatement' ? (body.body as Node[]).find(one => one.type === 'ReturnStatement') : undefined
  return {
    module: maker,
    answer: (answer?.argument ?? body) as Node,
    bound: new Map(params.map((param, at) => [nameOf(param.left ?? param) ?? '', args[at]])) as Bound,
  }
}

function readExport(modules: ReadonlyMap<string, SourceModule>, file: string, name: string): Head | undefined {
  const module = modules.get(file)
  const local = module?.exported.get(name)
  const declaration = local === undefined ? undefined : module!.declared.get(local)
  return declaration && readRoute(modules, module!, declaration.init as Node, new Map())
}

const functionOf = (declaration: Node): Node | undefined => {
  const value = declaration.type === 'VariableDeclarator' ? bare(declaration.init) : declaration
  return value && /Function/.test(value.type) ? value : undefined
}

function readHead(args: Node[], bound: Bound): Head | undefined {
  const [method, path] = args.map(arg => textIn(arg, bound))
  return method === undefined || path === undefined ? undefined : { method, path }
}

function textIn(value: unknown, bound: Bound): string | undefined {
  const node = bare(value)
  if (!node) return undefined
  const name = nameOf(node)
  if (name !== undefined) return bound.has(name) ? textIn(bound.get(name), new Map()) : undefined
  if (node.type !== 'TemplateLiteral') return textOf(node)
  const texts = (node.quasis as { value: { cooked: string } }[]).map(one => one.value.cooked)
  const values = (node.expressions as Node[]).map(one => textIn(one, bound))
  return texts.map((text, at) => text + (values[at] ?? '')).join('')
}

/** Arguments with which the file of all routes mounts an API: `.route('/', ordersApi(ordersPorts))`. */
export function mountedWith(module: SourceModule): Map<string, Node[]> {
  const mounted = new Map<string, Node[]>()
  for (const declaration of module.declared.values())
    walk(declaration, node => {
      const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined
      if (callee?.type !== 'MemberExpression' || nameOf(callee.property) !== 'route') return undefined
      const made = (node.arguments as Node[])[1]
      const api = isNode(made) && made.type === 'CallExpression' ? nameOf(made.callee) : undefined
      if (api) mounted.set(api, made!.arguments as Node[])
      return undefined
    })
  return mounted
}
