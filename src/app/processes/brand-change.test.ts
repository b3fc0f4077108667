import { beforeAll, expect, it } from 'vitest'
import { closeAfter } from '#platform/testing/close-after.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { giveBrand } from '../../../bench/brand.ts'
import { PAGES } from '../budgets/budgets.ts'
import { buildIfNeeded } from '../cli/build.ts'
import { startTestServer } from '../testing/test-server.ts'

const BRAND = 'e2e/northline/brand.json'
const PATHS = [...Object.keys(PAGES), '/pages/about-our-shop', '/age-verification', '/notifications', '/zeppelin']
const FILES = ['/llms.txt', '/site.webmanifest', '/brand.css']

beforeAll(buildIfNeeded)

it('a change of the brand is on every page and file of every process as soon as the process has heard of it [B-1.23]', async () => {
  const database = await testDatabase(1)
  const servers = [await startTestServer(database.url, { SEED: 'on' }), await startTestServer(database.url)]
  for (const { stop } of servers) closeAfter(stop)
  const read = async (origin: string, path: string) => {
    const answer = await fetch(origin + path, { headers: { accept: 'text/html' } })
    return answer.text()
  }
  /** The pages of a process that do not say a name. */
  const without = async (origin: string, name: string) => {
    const texts = await Promise.all(PATHS.map(async path => [path, await read(origin, path)] as const))
    return texts.filter(([, text]) => !text.includes(name)).map(([path]) => path)
  }
  const files = (origin: string) => Promise.all(FILES.map(path => read(origin, path)))
  // Each process keeps its pages in memory.
  for (const { address } of servers) for (const _ of 'ab') expect(await without(address, 'Redoubt')).toEqual([])
  const before = await Promise.all(servers.map(({ address }) => files(address)))

  await giveBrand(servers[0]!.address, BRAND)
  for (const [at, { address }] of servers.entries()) {
    await expect.poll(() => read(address, '/api/settings'), { interval: 20 }).toContain('Northline Outfitters')
    expect(await without(address, 'Northline Outfitters')).toEqual([])
    const now = await files(address)
    expect(now.filter((text, file) => text === before[at]![file])).toEqual([])
    expect(now.filter(text => /\bRedoubt\b/.test(text))).toEqual([])
    const named = await Promise.all(PATHS.map(path => read(address, path)))
    expect(named.filter(text => /<title>[^<]*Redoubt/.test(text))).toEqual([])
  }
})
