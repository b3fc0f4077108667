import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { failureContext, htmlContext } from '#kernel/client/calls/server-api.ts'
import { Nonce, nonceContext } from '#kernel/client/nonce.ts'
import { startScriptsLate } from './pages/late-scripts.server.ts'

export { apiContext, failureContext, htmlContext, siteContext } from '#kernel/client/calls/server-api.ts'
export { nonceContext } from '#kernel/client/nonce.ts'
export { followZones } from '#kernel/values/clock/shop-clock.ts'

const DOCTYPE = '<!DOCTYPE html>'
/** React's marker for a suspended part that is left to the browser. */
const UNREADY = '<!--$!-->'

/**
 * Renders a whole page without streaming: the page is cached, hashed for the script policy and compressed, so streaming gains nothing, and
 * React's string renderer takes a third less time. All data is present before rendering. The loaders' data, which React Router would stream
 * after the page, is written at the page's end in React Router's format. The HTML is left in `htmlContext`; the response has status and headers.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  rendering: RouterContextProvider,
): Promise<Response> {
  const nonce = rendering.get(nonceContext)
  const data = await new Response(context.serverHandoffStream).text()
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
    </Nonce>
  )
  const quick = renderToString(page)
  const html = quick.includes(UNREADY) ? await renderPatiently(page, nonce) : quick
  const enqueue = `window.__reactRouterContext.streamController.enqueue(${escapeForScript(JSON.stringify(data))});`
  const handoff = `<script nonce="${nonce}">${enqueue}window.__reactRouterContext.streamController.close();</script>`
  // Only React's stream renderers write the doctype.
  const body = `${html.startsWith(DOCTYPE) ? '' : DOCTYPE}${startScriptsLate(html, nonce)}`
  headers.set('content-type', 'text/html; charset=utf-8')
  rendering.set(htmlContext, context.renderMeta?.didRenderScripts ? body + handoff : body)
  return new Response(null, { status, headers })
}

/** React Router answers 500 to every error of a loader. `createPages` logs the error, or keeps the status of the API's refusal. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const refusal = error instanceof ApiError ? error : undefined
  ;(context as RouterContextProvider).set(failureContext, { error, refusal })
}

/** For the first rendering of a lazy screen; later renderings have its module loaded. */
function renderPatiently(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

const ESCAPES: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes JSON so that the text cannot end its script element. */
const escapeForScript = (json: string) => json.replace(/[&><\u2028\u2029]/g, character => ESCAPES[character]!)
