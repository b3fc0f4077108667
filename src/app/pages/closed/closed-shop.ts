import type { ServerBuild } from 'react-router'

/** The pages of a shop that its owner has not opened yet, by their first part: sign-in, the work of staff, the law. All others say "Opening soon". */
const WORKING: ReadonlySet<string> = new Set([
  'admin',
  'age-verification',
  'confirm-account',
  'dashboard',
  'dev',
  'legal',
  'login',
  'notifications',
  'opening',
  'register',
  'setup',
  'unsubscribe',
  // Files for browsers and programs.
  'brand.css',
  'robots.txt',
  'site.webmanifest',
])

/** @param path of a page or of its data: `/legal/terms/2`, `/store.data`. */
export const isPageBeforeOpening = (path: string): boolean => WORKING.has(path.split('/', 2)[1]!.replace(/\.data$/, ''))

type Routes = ServerBuild['routes']
type ServerRoute = NonNullable<Routes[string]>

const NOT_FOUND = { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } }

/** Without its loader a page has nothing to show; a file for programs is not there. The data is null, so that the browser asks for none. */
const closed = (route: ServerRoute): ServerRoute => ({
  ...route,
  module: {
    ...route.module,
    ...(route.module.loader && {
      loader: route.module.default ? () => null : () => new Response('Not found', NOT_FOUND),
    }),
  },
})

/** The build whose pages load nothing but the shop's public settings. Unknown paths lead home as always. */
export const closedBuild = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && (id === 'root' || route.path === '*' ? route : closed(route)),
    ]),
  ),
})
