import type { LoaderFunctionArgs } from 'react-router'
import { siteContext } from '#kernel/client/calls/server-api.ts'

const PRIVATE = ['/admin', '/dashboard', '/checkout', '/orders', '/notifications', '/dev', '/api']

/**
 * `/robots.txt`: paths that crawlers leave alone, and the URL of the sitemap. Before the opening there is none; crawlers may look, because only
 * who looks sees `noindex`.
 */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { origin, settings } = context.get(siteContext)
  const lines = ['User-agent: *', ...PRIVATE.map(path => `Disallow: ${path}`), '']
  if (settings.isOpen) lines.push(`Sitemap: ${origin}/sitemap.xml`, '')
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
