import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPages, type ServerBuild } from '#app/pages/pages.server.ts'
import { type RunningServer, startServer } from '#app/server.ts'
import { readEnv } from '#platform/env.ts'
import { expectBothThemes, testBrowser, visit } from './browser.ts'
import { SECRET } from './secret.ts'

const PAGE = 'features/pages/legal/legal-page'

const browser = await testBrowser()
let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-broken-'))
  const env = { PORT: '0', DATA_DIR: folder, SEED: 'off', LOG_LEVEL: 'silent', AUTH_SECRET: SECRET }
  server = await startServer(readEnv(env))
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The pages of the real build, but the loader of one is broken. */
async function brokenPages() {
  const build = (await import(`${import.meta.dirname}/../build/server/index.js`)) as ServerBuild
  const [id, legal] = Object.entries(build.routes).find(([id]) => id.endsWith(PAGE))!
  const loader = () => Promise.reject(new Error('Broken by the test.'))
  const routes = { ...build.routes, [id]: { ...legal!, module: { ...legal!.module, loader } } }
  return createPages(server.shop, { ...build, routes }, fetch)
}

it('the error screen that the server rendered reloads the page when its button is pressed [B-2.26]', async () => {
  const pages = await brokenPages()
  const { context, page } = await visit(browser, { width: 390, origin: server.address })
  const isLegal = (url: URL) => url.pathname === '/legal'
  await page.route(isLegal, async route => {
    const answer = await pages(new Request(route.request().url()), '203.0.113.7')
    const headers = Object.fromEntries(answer.headers)
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) })
  })
  expect((await page.goto('/legal'))?.status()).toBe(500)
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await expectBothThemes(page, 'error screen of the server')
  await page.unroute(isLegal)
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await page.getByRole('heading', { level: 1, name: 'The rules of the house' }).waitFor()
  await context.close()
})
