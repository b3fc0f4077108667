import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Operation } from '#kernel/api/openapi/document-types.ts'
import { refusalsOf } from '#kernel/api/openapi/refused-responses.ts'

type Declaring = Pick<OpenAPIHono, 'openAPIRegistry'>
/** Of a route: `GET /orders/{id}`. */
type Declared = { route: string; pattern: RegExp; codes: ReadonlySet<string> }

/** The routes of an API with the codes that each declares, from its declarations and not from its document, which takes half a second. */
export function declaredRefusals({ openAPIRegistry }: Declaring): Declared[] {
  return openAPIRegistry.definitions.flatMap(definition => {
    if (definition.type !== 'route') return []
    const { method, path, request = {}, ...rest } = definition.route
    const parameters = [
      ...(request.params ? [{ in: 'path', name: 'id' }] : []),
      ...(request.query ? [{ in: 'query', name: 'q' }] : []),
    ]
    const operation = { ...rest, parameters, ...(request.body && { requestBody: {} }) } as unknown as Operation
    const codes = [...refusalsOf(method, path, operation).values()].flatMap(sentences => [...sentences.keys()])
    const pattern = new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`)
    return [{ route: `${method.toUpperCase()} ${path}`, pattern, codes: new Set(codes) }]
  })
}

/**
 * Compares every refusal that a test meets with the declaration of its route. A static path comes first: `/orders/pack` is no order.
 * @returns a check that throws for a code that its route does not declare.
 */
export function refusalCheck(api: Declaring): (method: string, path: string, code: string) => void {
  const routes = declaredRefusals(api).sort((a, b) => a.route.split('{').length - b.route.split('{').length)
  return (method, path, code) => {
    const { pathname } = new URL(path, 'http://shop.test')
    const declared = routes.find(({ route, pattern }) => route.startsWith(`${method} `) && pattern.test(pathname))
    if (declared && !declared.codes.has(code))
      throw new Error(`${declared.route} refuses with ${code}, which its \`refuses\` does not name.`)
  }
}
