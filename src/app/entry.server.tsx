import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export { apiContext, siteContext } from '#platform/client/server-api.ts'

/** A page reads whole without its scripts, so style, fonts and the first picture come before them on a slow line. */
const MODULE = '<link rel="modulepreload"'

/** Renders a page whole: it will be kept, hashed for the policy of scripts and compressed, so nothing is gained by streaming it. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onShellError: reject,
    })
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html.replaceAll(MODULE, `${MODULE} fetchpriority="low"`), { status, headers })
}
