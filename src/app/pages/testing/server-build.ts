import type { ServerBuild } from 'react-router'
import * as entry from '../../entry.server.tsx'

export type TestRoute = { id: string; path: string; module: { loader?: unknown; [part: string]: unknown } }

/** A build of React Router as Vite makes it, of a root and routes below it. */
export function serverBuild(root: TestRoute, below: readonly TestRoute[] = []): ServerBuild {
  const routes = [root, ...below.map(route => ({ ...route, parentId: root.id }))]
  const assets = routes.map(({ module, ...route }) => [
    route.id,
    { ...route, module: `/assets/${route.id}.js`, imports: [], css: [], hasLoader: Boolean(module.loader) },
  ])
  return {
    entry: { module: entry },
    routes: Object.fromEntries(routes.map(route => [route.id, route])),
    assets: {
      version: '1',
      url: '/assets/manifest.js',
      entry: { module: '/assets/entry.js', imports: [] },
      routes: Object.fromEntries(assets),
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}
