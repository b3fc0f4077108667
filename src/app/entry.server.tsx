import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError } from '#platform/client/api-error.ts'
import { Nonce, nonceContext } from '#platform/client/nonce.ts'
import { failureContext } from '#platform/client/server-api.ts'
import { startScriptsLate } from './late-scripts.server.ts'

export { nonceContext } from '#platform/client/nonce.ts'
export { apiContext, failureContext, siteContext } from '#platform/client/server-api.ts'

const DOCTYPE = '<!DOCTYPE html>'
/** React's mark for a part that was not ready, left to the browser. */
const UNREADY = '<!--$!-->'

/**
 * Renders a page whole: it will be kept, hashed for the policy of scripts and compressed, so nothing is gained by streaming it,
 * and React's string renderer takes a third less time than its streams. All data is there before it starts; what React Router
 * would stream into the page after it, the loaders' data, is written in its own words at the page's end.
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
  // Only React's streams write the doctype.
  const body = `${html.startsWith(DOCTYPE) ? '' : DOCTYPE}${startScriptsLate(html, nonce)}`
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(context.renderMeta?.didRenderScripts ? body + handoff : body, { status, headers })
}

/** React Router answers 500 to every error of a loader. `createPages` logs the error, or keeps the status of the API's refusal. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const refusal = error instanceof ApiError ? error : undefined
  ;(context as RouterContextProvider).set(failureContext, { error, refusal })
}

/** For the first rendering of a screen that is loaded when it is asked for; from then on it is there at once. */
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

/** JSON that cannot end the script it stands in. */
const escapeForScript = (json: string) => json.replace(/[&><\u2028\u2029]/g, character => ESCAPES[character]!)
