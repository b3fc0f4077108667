import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { closeAfter } from '#platform/testing/close-after.ts'
import { testServer } from '../testing/test-server.ts'

type OtlpSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: object[] }
type OtlpBody = { resourceSpans: { resource: { attributes: object[] }; scopeSpans: { spans: OtlpSpan[] }[] }[] }

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const spans: OtlpSpan[] = []
const resources: object[] = []
/** Takes traces as a collector does. */
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { resourceSpans }: OtlpBody = JSON.parse(Buffer.concat(chunks).toString())
  for (const { resource, scopeSpans } of resourceSpans) {
    resources.push(...resource.attributes)
    spans.push(...scopeSpans.flatMap(scope => scope.spans))
  }
  response.setHeader('content-type', 'application/json').end('{}')
})

await new Promise<void>(done => collector.listen(0, '127.0.0.1', done))
closeAfter(async () => collector.close())
const server = await testServer({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  INSTANCE: 'web7',
})

it('each response has the proxy’s request id, a cached one too, and never an ill-formed id', async () => {
  const idOf = async (given: string) => {
    const answer = await fetch(`${server.address}/api/products`, { headers: { 'x-request-id': given } })
    return answer.headers.get('x-request-id')
  }
  expect([await idOf('from-the-proxy-2'), await idOf('from-the-proxy-3')]).toEqual([
    'from-the-proxy-2',
    'from-the-proxy-3',
  ])
  expect(server.shop.responseCache.get('/api/products')).toBeDefined()
  expect(await idOf('a "forged" line')).toMatch(/^[0-9a-f-]{36}$/)
})

describe('one trace', () => {
  it('leads from the call through its statements to the job that it enqueued and that job’s statements and e-mail', async () => {
    const answer = await fetch(`${server.address}/api/auth/email-codes`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'from-the-proxy-1',
        traceparent: `00-${TRACE}-${CALLER}-01`,
      },
      body: JSON.stringify({ email: 'sam@example.com' }),
    })
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'from-the-proxy-1'])
    const named = (name: string) => spans.find(span => span.traceId === TRACE && span.name === name)
    await expect.poll(() => named('job send-email-code')).toBeDefined()
    await server.stop()
    const call = named('POST /api/auth/email-codes')!
    const job = named('job send-email-code')!
    expect(call.parentSpanId).toBe(CALLER)
    const under = (parent: OtlpSpan) =>
      spans.filter(span => span.parentSpanId === parent.spanId).map(({ name }) => name)
    expect(under(call)).toContain('sql insert')
    expect(job.parentSpanId).toBe(call.spanId)
    expect(under(job)).toContain('sql insert')
    expect(JSON.stringify(spans)).not.toContain('sam@example.com')
    expect(resources).toContainEqual({ key: 'service.instance.id', value: { stringValue: 'web7' } })
  })
})
