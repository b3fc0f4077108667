import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Logger } from '#platform/log.server.ts'
import { type Carrier, inSpan, isTracing, SpanKind } from '#platform/tracing/spans.server.ts'
import { observeRequest } from '../metrics/process-metrics.server.ts'
import { answerError } from './answer-error.server.ts'
import { matchedRoute } from './request-context.server.ts'

type Answer = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>

/** The label of a response in the metrics: the pattern of an API route, else the kind of address. */
const labelOf = (path: string, route: string | undefined) =>
  route ?? (path.startsWith('/api/') ? 'api' : /\.\w+$/.test(path) ? 'file' : 'page')

/** Names the span by the route's pattern, never by an address. */
const answerInSpan = (
  request: Request,
  env: HttpBindings | Http2Bindings,
  answerOf: (request: Request, env: HttpBindings | Http2Bindings) => Promise<Response>,
): Promise<Response> => {
  const parent: Carrier = {}
  for (const name of ['traceparent', 'tracestate']) {
    const value = request.headers.get(name)
    if (value) parent[name] = value
  }
  return inSpan(`${request.method}`, { kind: SpanKind.SERVER, parent }, async span => {
    const response = await answerOf(request, env)
    const route = labelOf(new URL(request.url).pathname, matchedRoute(env))
    span?.updateName(`${request.method} ${route}`)
    span?.setAttributes({
      'http.route': route,
      'http.request.method': request.method,
      'http.response.status_code': response.status,
      'request.id': request.headers.get('x-request-id') ?? '',
    })
    return response
  })
}

/** Logs and measures each response not served from the cache: the path but not the query, which may contain user input. */
export function logRequests(log: Logger, answer: Answer) {
  /** Errors that Hono does not catch: a thrown non-Error, or a failure in the error handler. */
  const answerOf = async (request: Request, env: HttpBindings | Http2Bindings): Promise<Response> => {
    try {
      return await answer(request, env)
    } catch (error) {
      const { method, url } = request
      return answerError(error, { req: { method, path: new URL(url).pathname }, var: {} }, log)
    }
  }
  return async (request: Request, env: HttpBindings | Http2Bindings): Promise<Response> => {
    const began = performance.now()
    const response = isTracing() ? await answerInSpan(request, env, answerOf) : await answerOf(request, env)
    const ms = performance.now() - began
    const { pathname } = new URL(request.url)
    const { status } = response
    observeRequest(labelOf(pathname, matchedRoute(env)), request.method, status, ms)
    const requestId = request.headers.get('x-request-id') ?? undefined
    const line = { requestId, method: request.method, path: pathname, status, ms: Math.round(ms * 10) / 10 }
    // The reason for 503 is logged once a second at its source.
    if (status >= 500 && status !== 503) log.error(line, 'answered')
    else log.info(line, 'answered')
    return response
  }
}
