import type { OpenAPIHono } from '@hono/zod-openapi'
import { html } from 'hono/html'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import { plainPage } from '../pages/plain-page.server.ts'

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

type Schema = Record<string, unknown>
type Operation = {
  summary?: string
  'x-access'?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}
type Route = { method: string; path: string; operation: Operation }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const ACCESS: Record<string, string> = { anyone: 'anyone', user: 'signed in', admin: 'staff' }

/**
 * An HTML page of all routes by area, generated from the document at `/api/openapi.json`; without a script
 * (docs/decisions/0068-api-docs.md).
 */
export function apiDocsPage(document: Document) {
  const areas = [...Map.groupBy(routesOf(document), ({ path }) => areaOf(path))]
  return plainPage(
    'API',
    html`<h1>The API of Redoubt</h1>
      <p>${document.info.description} Machines read <a href="/api/openapi.json">openapi.json</a>.</p>
      <nav aria-label="Contents">
        <ul>${areas.map(([area]) => html`<li><a href="#${area}">${area}</a></li>`)}<li><a href="#schemas">Schemas</a></li></ul>
      </nav>
      ${areas.map(([area, routes]) => html`<h2 id="${area}">${area}</h2>${routes.map(section)}`)}
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(document.components?.schemas ?? {}).map(
        ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${json(schema)}</article>`,
      )}`,
  )
}

function routesOf(document: Document): Route[] {
  const paths = Object.entries(document.paths ?? {}).sort(([a], [b]) => a.localeCompare(b))
  return paths.flatMap(([path, item]) => {
    const operations = item as Record<string, Operation | undefined>
    return METHODS.flatMap(method => {
      const operation = operations[method]
      return operation ? [{ method, path, operation }] : []
    })
  })
}

/** `/api/orders/{id}` → "orders"; `/api/admin/orders` → "admin/orders". */
const areaOf = (path: string) => /^\/api\/((?:admin\/)?[^/]+)/.exec(path)?.[1] ?? 'other'

/** Each reference to a schema is a link to it. */
function json(value: unknown) {
  const parts = JSON.stringify(value, null, 2).split(/"#\/components\/schemas\/(\w+)"/)
  const linked = parts.map((part, at) => (at % 2 === 0 ? part : html`<a href="#schema-${part}">${part}</a>`))
  return html`<pre tabindex="0"><code>${linked}</code></pre>`
}

function section({ method, path, operation }: Route) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))
  const schema = Object.values(answer?.[1].content ?? {})[0]?.schema
  const id = `${method} ${path}`.replaceAll(/[^a-z0-9]+/gi, '-')
  return html`<article id="${id}">
    <h3><a href="#${id}"><code>${method.toUpperCase()} ${path}</code></a></h3>
    <p>${operation.summary ?? ''} <small>For: ${ACCESS[operation['x-access'] ?? 'anyone']}.</small></p>
    ${(operation.parameters ?? []).length > 0 ? html`<p>Takes ${operation.parameters!.map(({ name, in: place }) => html`<code>${name}</code> (${place}) `)}</p>` : ''}
    ${body ? html`<details><summary>Body</summary>${json(body)}</details>` : ''}
    ${schema ? html`<details><summary>Answer ${answer![0]}</summary>${json(schema)}</details>` : ''}
  </article>`
}
