import { z } from 'zod'
import type { createApi } from '../../api/api.server.ts'

/** A schema of a request: its JSON body, its query or its path parameters. */
type RequestSchema = {
  route: string
  part: 'json' | 'query' | 'params' | 'headers'
  schema: z.ZodType
  isRequired: boolean
}

const PARTS = ['params', 'query', 'headers'] as const

/** The zod schemas of all requests, from the routes as they are registered. */
export function requestSchemasOf({ openAPIRegistry }: ReturnType<typeof createApi>): RequestSchema[] {
  return openAPIRegistry.definitions.flatMap(definition => {
    if (definition.type !== 'route') return []
    const { method, path, request = {} } = definition.route
    const route = `${method.toUpperCase()} ${path}`
    const found: RequestSchema[] = []
    for (const part of PARTS) {
      const schema = request[part]
      if (schema instanceof z.ZodType) found.push({ route, part, schema, isRequired: true })
    }
    const json = request.body?.content['application/json']
    if (json && 'schema' in json && json.schema instanceof z.ZodType)
      found.push({ route, part: 'json', schema: json.schema, isRequired: request.body?.required ?? false })
    return found
  })
}
