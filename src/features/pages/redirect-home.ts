import { redirect } from 'react-router'
import { toast } from '#ui/feedback/toast.ts'

/**
 * Paths that programs request by a fixed name. A program would take the home page for the file. Extensions of old web pages are
 * excepted, because people follow those links.
 */
const FOR_PROGRAMS = /^\/\.well-known\/|\.(?!(html?|php|aspx?)$)[a-z0-9]{2,12}$/i

/** Redirects an unknown path to the home page; an unknown file gets a 404. */
export function loader({ request }: { request: Request }): Response {
  if (!FOR_PROGRAMS.test(new URL(request.url).pathname)) return redirect('/')
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
export function clientLoader() {
  sayMissed()
  return redirect('/')
}

/** The home page says it, too, when the server has redirected to it. */
export const sayMissed = () => void toast.info('We could not find that page. This is our home page.')
