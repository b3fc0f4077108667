import type { LoaderFunctionArgs } from 'react-router'
import { accentTonesOf, tonesCss } from '#kernel/brand/accent-tones.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'

/** `/brand.css`: the colours of the accent of the settings. The offline page, and documents of a shop with another accent than the default, link it. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const tones = await accentTonesOf(context.get(siteContext).settings.brand.accent)
  return new Response(tonesCss(tones), { headers: { 'content-type': 'text/css; charset=utf-8' } })
}
