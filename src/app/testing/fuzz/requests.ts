import { ROLES } from '#kernel/rights.ts'
import type { Chance } from '../../../../db/demo/seeded-chance.ts'
import { hostileBody, hostileHeader, hostileText } from './hostile.ts'
import { multipartBody } from './multipart.ts'
import { createValues, type FuzzSchema } from './values.ts'

export const CALLERS = ['guest', 'user', 'member', ...ROLES] as const
export type Caller = (typeof CALLERS)[number]

export type FuzzRequest = {
  method: string
  /** Includes the query. */
  path: string
  /** The route as in the OpenAPI document. */
  route: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  as: Caller
}

type Parameter = { name: string; in: string; required?: boolean; schema: FuzzSchema }
type Operation = {
  'x-access'?: 'anyone' | 'user' | 'admin'
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema: FuzzSchema }> }
}
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, FuzzSchema> }
}
type Place = { method: string; path: string; operation: Operation }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
/**
 * Generates requests for the routes of an OpenAPI document: valid, nearly valid, and hostile. An equal seed gives equal requests.
 * @param ids of existing rows of all kinds.
 */
export function createFuzz(document: OpenApi, chance: Chance, ids: readonly string[]) {
  const places: Place[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const { percent, jsonOf } = createValues(document, chance, ids)

  const filled = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (percent(15)) return encodeURIComponent(hostileText(chance).toWellFormed()) || 'x'
      if (/number|slot/i.test(name)) return String(chance.below(50))
      return percent(85) ? chance.oneOf(ids) : crypto.randomUUID()
    })

  function queryOf(parameters: readonly Parameter[]): string {
    const pairs = parameters
      .filter(parameter => parameter.in === 'query' && (parameter.required || percent(45)))
      .map(({ name, schema }) => {
        const text = percent(30) ? hostileText(chance) : jsonOf(schema, 0).replace(/^"|"$/g, '')
        return `${name}=${encodeURIComponent(text.toWellFormed())}`
      })
    if (percent(4)) pairs.push(chance.oneOf(['a[]=1', '__proto__=1', '%', '&&==', 'limit=1&limit=2', '%00=1']))
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  }

  function bodyOf(content: Record<string, { schema: FuzzSchema }>): { body: string | Buffer; type: string } {
    const [type = 'application/json', described] = Object.entries(content)[0] ?? []
    if (type.startsWith('multipart/')) return multipartBody(chance)
    const kind = chance.below(100)
    if (!described || kind >= 92) return { body: hostileBody(chance), type: 'application/json' }
    const body = jsonOf(described.schema, kind < 45 ? 0 : kind < 80 ? 8 : 40)
    return {
      body,
      type: percent(4)
        ? chance.oneOf(['text/plain', 'multipart/form-data', 'application/json; charset=x', 'x/y', ''])
        : 'application/json',
    }
  }

  function callerOf(access: Operation['x-access']): Caller {
    if (percent(10)) return chance.oneOf(CALLERS)
    if (access === 'admin') return percent(60) ? 'owner' : chance.oneOf(ROLES)
    return access === 'user' ? chance.oneOf(['user', 'user', 'member']) : 'guest'
  }

  return (): FuzzRequest => {
    const { method: described, path: route, operation } = chance.oneOf(places)
    const method = percent(3) ? chance.oneOf(METHODS) : described
    const request: FuzzRequest = {
      method,
      route: `${described} ${route}`,
      path: filled(route) + queryOf(operation.parameters ?? []),
      headers: {},
      body: undefined,
      as: callerOf(operation['x-access']),
    }
    const content = operation.requestBody?.content
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method) && (content || percent(5))) {
      const { body, type } = bodyOf(content ?? {})
      request.body = body
      if (type) request.headers['content-type'] = type
    }
    if (method === 'POST' && percent(30)) request.headers['idempotency-key'] = chance.oneOf(ids)
    if (percent(12)) {
      const [name, value] = hostileHeader(chance)
      request.headers[name] = value
    }
    return request
  }
}
