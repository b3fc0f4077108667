import { html } from 'hono/html'
import type { openApiDocument } from './openapi.server.ts'
import { plainPage } from './plain-page.server.ts'

type Document = ReturnType<typeof openApiDocument>
type Schema = Record<string, unknown>
type Operation = {
  summary?: string
  'x-access'?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const ACCESS: Record<string, string> = { anyone: 'anyone', user: 'signed in', admin: 'staff' }

/** An HTML page of all routes, generated from the document at `/api/openapi.json`; without a script. */
export function apiDocsPage(document: Document) {
  const paths = Object.entries(document.paths ?? {}).sort(([a], [b]) => a.localeCompare(b))
  return plainPage(
    'API',
    html`<h1>The API of Redoubt</h1>
      <p>${document.info.description} Machines read <a href="/api/openapi.json">openapi.json</a>.</p>
      ${paths.map(([path, operations]) => METHODS.map(method => section(method, path, (operations as Record<string, Operation>)[method])))}
      <h2>Schemas</h2>
      ${Object.entries(document.components?.schemas ?? {}).map(
        ([name, schema]) => html`<article id="${name}"><h3>${name}</h3>${json(schema)}</article>`,
      )}`,
  )
}

const json = (value: unknown) => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`

function section(method: string, path: string, operation: Operation | undefined) {
  if (!operation) return ''
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))
  const schema = Object.values(answer?.[1].content ?? {})[0]?.schema
  return html`<article>
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${operation.summary ?? ''} <small>For: ${ACCESS[operation['x-access'] ?? 'anyone']}.</small></p>
    ${(operation.parameters ?? []).length > 0 ? html`<p>Takes ${operation.parameters!.map(({ name, in: place }) => html`<code>${name}</code> (${place}) `)}</p>` : ''}
    ${body ? html`<details><summary>Body</summary>${json(body)}</details>` : ''}
    ${schema ? html`<details><summary>Answer ${answer![0]}</summary>${json(schema)}</details>` : ''}
  </article>`
}
