import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from '../api.server.ts'
import { type ApiDocument, type Operation, operationsOf } from './document-types.ts'
import { createExamples } from './examples.ts'
import { operationIdOf } from './operation-id.ts'
import { createResponses, PROBLEM, refusalsOf, takesKey } from './refused-responses.ts'

/** The generator writes a nullable reference so that null must be an object too. */
const NULLABLE = { type: ['object', 'null'] }

/** Corrects the document for JSON Schema. The generator also leaves a regular expression's flags behind its pattern. */
const mended = (document: unknown): ApiDocument =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'pattern' && typeof value === 'string') return value.replace(/\/[a-z]+$/, '')
    const [reference, nullable, ...more] = Array.isArray(value?.allOf) ? value.allOf : []
    if (more.length > 0 || JSON.stringify(nullable) !== JSON.stringify(NULLABLE)) return value
    const { allOf: _, ...rest } = value
    return { ...rest, anyOf: [reference, { type: 'null' }] }
  })

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of the caller’s, once a wish: a repeated call with the key and the same body gets the first answer again.',
  schema: { type: 'string', maxLength: 200 },
}

const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

const OPERATIONS_A_TURN = 40

/** The paths of the API begin with this; names of operations stand without it. */
const BASE = '/api'

/** `/api/orders/{id}` → "orders"; `/api/admin/orders` → "admin/orders". */
export const areaOf = (path: string) => /^\/api\/((?:admin\/)?[^/]+)/.exec(path)?.[1] ?? 'other'

/** Who may call, in words. */
export function accessOf(operation: Operation): string {
  const right = operation['x-right']
  const fresh = operation['x-fresh'] ? ', signed in within the last 15 minutes' : ''
  if (operation['x-access'] === 'admin') return `For staff with the right \`${right}\`${fresh}.`
  return operation['x-access'] === 'user' ? 'For signed-in users.' : 'For anyone.'
}

/**
 * The OpenAPI document of every route, from its schemas. Each operation has its id, its access, its refusals by status with their codes,
 * and examples; all of them follow from the route. Between its parts, which take 0.5 s together, the event loop serves others.
 * @param names ids of operations whose path does not read as a verb and a noun, by `GET /path`.
 */
export async function describeApi(api: OpenAPIHono<ApiEnv>, names: Record<string, string>): Promise<ApiDocument> {
  const raw = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      // The document is made once, and the shop's name may change.
      title: 'Shop',
      version: '1',
      description: 'The store, its credits and its giveaways.',
    },
    servers: [{ url: '/' }],
  })
  await nextTurn()
  const document = mended(raw)
  document.info.license = LICENSE
  const { schemas } = document.components
  const responses = createResponses()
  const bodyOf = createExamples(schemas, 'needed')
  const answerOf = createExamples(schemas, 'all')
  for (const [at, { method, path, operation }] of operationsOf(document).entries()) {
    if (at % OPERATIONS_A_TURN === 0) await nextTurn()
    const route = path.slice(BASE.length)
    operation.operationId = names[`${method.toUpperCase()} ${route}`] ?? operationIdOf(method, route)
    operation.tags = [areaOf(path)]
    operation.description = accessOf(operation)
    for (const media of Object.values(operation.requestBody?.content ?? {})) addExample(media, bodyOf)
    for (const answer of Object.values(operation.responses ?? {}))
      for (const media of Object.values(answer.content ?? {})) addExample(media, answerOf)
    const refused = [...refusalsOf(method, route, operation)]
    delete operation['x-refuses']
    operation.responses = {
      ...operation.responses,
      ...Object.fromEntries(refused.map(([status, sentences]) => [status, responses.of(status, sentences)])),
      default: { $ref: '#/components/responses/Refused' },
    }
    if (takesKey(method, operation))
      operation.parameters = [
        ...(operation.parameters ?? []),
        { $ref: '#/components/parameters/IdempotencyKey' } as never,
      ]
  }
  document.components = {
    ...document.components,
    schemas: { ...schemas, Problem: PROBLEM },
    responses: { ...responses.components, Refused: REFUSED },
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
  }
  return document
}

const REFUSED = {
  description: 'Refused: the sentence to show and the code to branch on (RFC 9457).',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function addExample(media: { schema?: object; example?: unknown }, exampleOf: ReturnType<typeof createExamples>): void {
  const example = media.schema && exampleOf(media.schema)
  if (example !== undefined) media.example = example
}
