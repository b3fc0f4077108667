import type { LoaderFunctionArgs } from 'react-router'
import { siteContext } from '#kernel/client/calls/server-api.ts'

const PRIVATE = ['/admin', '/dashboard', '/checkout', '/orders', '/notifications', '/dev', '/api']

/** `/robots.txt`: paths that crawlers leave alone, and the URL of the sitemap. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const lines = ['User-agent: *', ...PRIVATE.map(path => `Disallow: ${path}`), '']
  lines.push(`Sitemap: ${context.get(siteContext).origin}/sitemap.xml`, '')
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
