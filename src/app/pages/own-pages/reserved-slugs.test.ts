import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import { RESERVED_SLUGS } from '#features/own-pages/reserved-slugs.ts'
import routes from '../../routes.ts'
import { testShop } from '../../testing/shop.ts'
import { ROOT } from '../../testing/source/repository-files.ts'

const shop = await testShop()

const isSlug = (part: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)
const firstOf = (path: string) => path.replace(/^\//, '').split('/')[0]!

it('every first part of a route of the site, of the server and of the API is reserved, and nothing else [B-36.5]', () => {
  const { app, api } = shop.web
  const server = app.routes.map(({ path }) => path)
  const ofApi = api.routes.map(({ path }) => path.replace(/^\/api/, ''))
  const pages = (routes as RouteConfigEntry[]).map(({ path = '' }) => path)
  // A server with a build serves the build's folders and the offline page, too.
  const files = ['assets', 'offline', 'verify', ...readdirSync(join(ROOT, 'public'))]
  const parts = [...server, ...ofApi, ...pages, ...files].map(firstOf).filter(isSlug)
  expect(RESERVED_SLUGS).toEqual([...new Set(parts)].sort())
})
