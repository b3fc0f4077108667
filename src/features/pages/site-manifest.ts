import type { LoaderFunctionArgs } from 'react-router'
import { isShippedMark } from '#kernel/brand/brand-picture.ts'
import { type Site, siteContext } from '#kernel/client/calls/server-api.ts'

type Icons = Pick<Site, 'pictures'> & { mark: string | null }

const iconOf = ({ mark, pictures }: Icons, size: number, purpose = 'any') => ({
  // The shipped icons are full to their edges with the mark in the middle, so that they serve both.
  src: `/icons/${purpose === 'any' || isShippedMark(mark) ? 'icon' : 'maskable'}-${size}.png${pictures}`,
  sizes: `${size}x${size}`,
})

/** The web app manifest: what a phone shows of the installed shop. */
const manifestOf = ({ settings: { brand }, pictures }: Site) => ({
  id: '/',
  name: brand.name,
  short_name: brand.shortName,
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
    [192, 512].map(size => ({ ...iconOf({ ...brand, pictures }, size, purpose), type: 'image/png', purpose })),
  ),
  shortcuts: [
    { name: 'Store', url: '/store' },
    { name: 'Giveaways', url: '/giveaways' },
    { name: 'Dashboard', url: '/dashboard' },
  ].map(place => ({ ...place, icons: [iconOf({ ...brand, pictures }, 192)] })),
})

/** `/site.webmanifest`, with names and icons of the settings. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const manifest = manifestOf(context.get(siteContext))
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
