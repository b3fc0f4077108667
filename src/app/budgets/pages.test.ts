import { beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'
import { buildIfNeeded } from '../cli/build.ts'
import { startTestServer } from '../testing/test-server.ts'
import { PAGES } from './budgets.ts'
import { openTraceCollector } from './testing/traced-calls.ts'

type Cost = (typeof PAGES)[string]

const seen = new Map<string, Cost>()

beforeAll(async () => {
  buildIfNeeded()
  const collector = await openTraceCollector()
  const database = await openTestDatabase(1)
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SEED: 'on' }
  const { address, stop } = await startTestServer(database.url, settings)
  const pages: { path: string; trace: string; html: string }[] = []
  const get = async (path: string, traceparent = '') => {
    const answer = await fetch(new URL(path, address), { headers: { accept: 'text/html', traceparent } })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }
  // The first page of a process reads what later ones keep.
  await get('/age-verification')
  for (const path of Object.keys(PAGES)) {
    const { id, traceparent } = collector.trace()
    pages.push({ path, trace: id, html: await get(path, traceparent) })
  }
  await stop()
  collector.close()
  await database.close()
  for (const { path, trace, html } of pages) {
    const statements = collector.statementsOf(trace, { withCalls: true }).length
    const [, data = ''] = /streamController\.enqueue\((.*?)\);/.exec(html) ?? []
    const [elements, links] = [/<[a-z]/g, /<a[ >]/g].map(pattern => html.match(pattern)?.length ?? 0)
    const [bytes, dataBytes] = [html, data].map(text => Buffer.byteLength(text))
    seen.set(path, { statements, elements: elements!, links: links!, bytes: bytes!, dataBytes: dataBytes! })
  }
})

it.each(Object.entries(PAGES))('a public page stays in its budget: %s', (path, most) => {
  const cost = seen.get(path)!
  const over = Object.entries(cost).filter(([unit, amount]) => amount > most[unit as keyof Cost])
  expect(over, `${path} costs ${JSON.stringify(cost)}`).toEqual([])
})
