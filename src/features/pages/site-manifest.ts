import type { LoaderFunctionArgs } from 'react-router'
import { siteContext } from '#kernel/client/calls/server-api.ts'
import type { PublicSettings } from '#kernel/settings.ts'

const iconOf = (size: number) => ({ src: `/icons/icon-${size}.png`, sizes: `${size}x${size}` })

const shortcutTo = (name: string, url: string) => ({ name, url, icons: [iconOf(192)] })

/** The web app manifest: what a phone shows of the installed shop. */
const manifestOf = ({ name, shortName }: PublicSettings['brand']) => ({
  id: '/',
  name,
  short_name: shortName,
  description: 'Tactical gear, tier credits, and giveaways that anyone can check',
  lang: 'en-US',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#121311',
  theme_color: '#121311',
  categories: ['shopping'],
  icons: ['any', 'maskable'].flatMap(purpose =>
    [192, 512].map(size => ({ ...iconOf(size), type: 'image/png', purpose })),
  ),
  shortcuts: [
    shortcutTo('Store', '/store'),
    shortcutTo('Giveaways', '/giveaways'),
    shortcutTo('Dashboard', '/dashboard'),
  ],
})

/** `/site.webmanifest`, with the names of the settings. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const manifest = manifestOf(context.get(siteContext).settings.brand)
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
