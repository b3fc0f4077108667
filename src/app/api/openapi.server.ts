import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from '#kernel/api/api.server.ts'

type Document = ReturnType<OpenAPIHono<ApiEnv>['getOpenAPI31Document']>

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The sentence to show.' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
} as const

const REFUSED = {
  description: 'Refused: the sentence to show and the code to branch on (RFC 9457).',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** The generator writes a nullable reference so that null must be an object too. */
const NULLABLE = { type: ['object', 'null'] }

/** Corrects the document for JSON Schema. The generator also leaves a regular expression's flags behind its pattern. */
const mended = (document: Document): Document =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'pattern' && typeof value === 'string') return value.replace(/\/[a-z]+$/, '')
    const [reference, nullable, ...more] = Array.isArray(value?.allOf) ? value.allOf : []
    if (more.length > 0 || JSON.stringify(nullable) !== JSON.stringify(NULLABLE)) return value
    const { allOf: _, ...rest } = value
    return { ...rest, anyOf: [reference, { type: 'null' }] }
  })

let made: { for: unknown; document: Document } | undefined

/** The OpenAPI document of every route, from its schemas. Refusals are equal for all routes, so they are added once here. */
export function openApiDocument(api: OpenAPIHono<ApiEnv>): Document {
  if (made?.for === api) return made.document
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Redoubt', version: '1', description: 'The store, its credits and its giveaways.' },
    servers: [{ url: '/' }],
  })
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: PROBLEM as never },
  }
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path as Record<string, { responses?: object }>)) {
      if (operation?.responses) operation.responses = { ...operation.responses, default: REFUSED }
    }
  }
  made = { for: api, document: mended(document) }
  return made.document
}
