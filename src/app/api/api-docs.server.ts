import { html } from 'hono/html'
import { accessOf, areaOf } from '#kernel/api/openapi/document.ts'
import {
  type Answer,
  type ApiDocument,
  type Media,
  type Operation,
  operationsOf,
} from '#kernel/api/openapi/document-types.ts'
import { plainPage } from '../pages/plain-page.server.ts'

type Route = { method: string; path: string; operation: Operation }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * An HTML page of all routes by area, generated from the document at `/api/openapi.json`; without a script
 * (docs/decisions/0089-api-description.md).
 */
export function apiDocsPage(document: ApiDocument) {
  const areas = [...Map.groupBy(routesOf(document), ({ path }) => areaOf(path))]
  return plainPage(
    document.info.title,
    'API',
    html`<h1>The API of this shop</h1>
      <p>${document.info.description} Machines read <a href="/api/openapi.json">openapi.json</a>.</p>
      <nav aria-label="Contents">
        <ul>${areas.map(([area]) => html`<li><a href="#${area}">${area}</a></li>`)}<li><a href="#schemas">Schemas</a></li></ul>
      </nav>
      ${areas.map(([area, routes]) => html`<h2 id="${area}">${area}</h2>${routes.map(route => section(document, route))}`)}
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(document.components.schemas).map(
        ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${json(schema)}</article>`,
      )}`,
  )
}

const routesOf = (document: ApiDocument): Route[] =>
  operationsOf(document).sort(
    (a, b) => a.path.localeCompare(b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  )

/** Each reference to a schema is a link to it. */
function json(value: unknown) {
  const parts = JSON.stringify(value, null, 2).split(/"#\/components\/schemas\/(\w+)"/)
  const linked = parts.map((part, at) => (at % 2 === 0 ? part : html`<a href="#schema-${part}">${part}</a>`))
  return html`<pre tabindex="0"><code>${linked}</code></pre>`
}

/** A block that opens: a schema, and an example of it. */
function block(title: string, { schema, example }: Media) {
  if (!schema) return ''
  return html`<details>
    <summary>${title}</summary>
    ${json(schema)}${example === undefined ? '' : html`<p>Example:</p>${json(example)}`}
  </details>`
}

/** Each status with its codes and their sentences. */
function refusals({ components }: ApiDocument, { responses = {} }: Operation) {
  const refused = Object.entries(responses).filter(([status]) => /^[45]/.test(status))
  const sentencesOf = ({ $ref, description }: Answer): string =>
    $ref ? components.responses[$ref.split('/').at(-1)!]!.description! : description!
  const codesOf = (answer: Answer) =>
    sentencesOf(answer)
      .split('\n')
      .flatMap(line => {
        const [, code, sentence] = /^- `([^`]+)`: (.*)$/.exec(line) ?? []
        return code ? [{ code, sentence }] : []
      })
  return html`<details>
    <summary>Refusals</summary>
    <ul>
      ${refused.flatMap(([status, answer]) =>
        codesOf(answer).map(({ code, sentence }) => html`<li>${status} <code>${code}</code> ${sentence}</li>`),
      )}
    </ul>
  </details>`
}

function section(document: ApiDocument, { method, path, operation }: Route) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]
  const [status, answer] = Object.entries(operation.responses ?? {}).find(([one]) => one.startsWith('2')) ?? []
  const media = Object.values(answer?.content ?? {})[0]
  const named = (operation.parameters ?? []).filter(({ name }) => name !== undefined)
  const id = `${method} ${path}`.replaceAll(/[^a-z0-9]+/gi, '-')
  return html`<article id="${id}">
    <h3><a href="#${id}"><code>${method.toUpperCase()} ${path}</code></a></h3>
    <p>
      ${operation.summary ?? ''} <small><code>${operation.operationId}</code>. ${accessOf(operation).replaceAll('`', '')}</small>
    </p>
    ${named.length > 0 ? html`<p>Takes ${named.map(({ name, in: place }) => html`<code>${name}</code> (${place}) `)}</p>` : ''}
    ${body ? block('Body', body) : ''}${media ? block(`Answer ${status}`, media) : ''}${refusals(document, operation)}
  </article>`
}
