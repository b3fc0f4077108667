import type { LoaderFunctionArgs } from 'react-router'
import type { OwnPagesApi } from '#features/own-pages/api.server.ts'
import { apiFetchOf, clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'

/** `/llms.txt`: a description of the shop and its URLs for language models (llmstxt.org). */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { origin, settings } = context.get(siteContext)
  const { pages } = await call(clientOf<OwnPagesApi>(apiFetchOf(context)).pages.$get({ query: { limit: '100' } }))
  const link = (path: string, name: string, what: string) => `- [${name}](${origin}${path}): ${what}`
  const lines = [
    `# ${settings.brand.name}`,
    '',
    `> An online store for tactical gear, joined with sweepstakes for adults of ${settings.minimumAge} and over in the United States.`,
    '',
    'Purchases earn credits of a tier; a credit takes a numbered slot in a giveaway of its tier. No purchase is necessary:',
    'entries by mail are free. Winners are drawn so that anyone can compute the draw again.',
    '',
    '## Pages',
    '',
    link('/store', 'Store', 'all products, with filters in the address'),
    link('/fair', 'How we draw', 'what is proven about a draw, what is not, and how to check it without the shop'),
    link('/giveaways', 'Giveaways', 'running giveaways, and past ones with their winners and proofs'),
    link('/fair', 'Fair draws', 'what a draw proves, what it does not prove, and how to check one'),
    link('/legal', 'Legal', 'terms, privacy, sweepstakes rules, free entry by mail'),
    ...pages.map(({ slug, title }) => link(`/pages/${slug}`, title, 'a page of the shop')),
    link('/sitemap.xml', 'Sitemap', 'every public page'),
    '',
    '## API',
    '',
    link('/api/openapi.json', 'OpenAPI', 'every route; reading products and giveaways needs no account'),
    link('/api/docs', 'API to read', 'the same for people'),
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
