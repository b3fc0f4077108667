import type { LoaderFunctionArgs } from 'react-router'
import { siteContext } from '#kernel/client/calls/server-api.ts'

/** `/brand.css`: the colours of the accent of the settings. Documents of a shop with another accent than the demo's link it. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  // A shop in the demo's colours never needs the colour spaces.
  const { accentCss } = await import('#kernel/brand/accent.ts')
  const { accent } = context.get(siteContext).settings.brand
  return new Response(accentCss(accent), { headers: { 'content-type': 'text/css; charset=utf-8' } })
}
