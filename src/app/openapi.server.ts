import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from '#adapters/http/api.server.ts'

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

let made: { for: unknown; document: Document } | undefined

/** Every route, from the schemas that check it. Refusals look the same everywhere, so they are added here and not 100 times. */
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
  made = { for: api, document }
  return document
}
