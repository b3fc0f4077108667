import { redirect } from 'react-router'

/** What a program asks for by a fixed name. It would take the home page for the answer. Old links of pages are for people. */
const FOR_PROGRAMS = /^\/\.well-known\/|\.(?!(html?|php|aspx?)$)[a-z0-9]{2,12}$/i

/** Any path that nobody else has leads home, as specified; a file that is not there is simply not there. */
export function loader({ request }: { request: Request }): Response {
  if (!FOR_PROGRAMS.test(new URL(request.url).pathname)) return redirect('/')
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
export const clientLoader = () => redirect('/')
