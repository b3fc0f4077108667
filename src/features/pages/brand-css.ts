import type { LoaderFunctionArgs } from 'react-router'
import { accentCss } from '#kernel/brand/accent.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'

/** `/brand.css`: the colours of the accent of the settings. Documents of a shop with another accent than the demo's link it. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { accent } = context.get(siteContext).settings.brand
  return new Response(accentCss(accent), { headers: { 'content-type': 'text/css; charset=utf-8' } })
}
