import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
}
type OtlpBody = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

export type Statement = { text: string; rows: number }

const CALLER = '00f067aa0ba902b7'
const SERVER = 2
const CONSUMER = 5

/** A collector of OTLP traces for one server, and the statements that it was told of. */
export async function openTraceCollector() {
  const spans = new Map<string, Span[]>()
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { resourceSpans }: OtlpBody = JSON.parse(Buffer.concat(chunks).toString())
    for (const span of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans))) {
      spans.set(span.traceId, [...(spans.get(span.traceId) ?? []), span])
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(done => collector.listen(0, '127.0.0.1', done))

  return {
    url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    /** A trace of its own for one call: the header that starts it, and its id. */
    trace() {
      const id = randomBytes(16).toString('hex')
      return { id, traceparent: `00-${id}-${CALLER}-01` }
    },
    /**
     * The statements that a call waited for: none of its jobs, of the sandbox, or of the batches of signals.
     * @param options.withCalls also those of the calls that it made, as a page does to the API of its process.
     */
    statementsOf(traceId: string, { withCalls = false } = {}): Statement[] {
      const all = spans.get(traceId) ?? []
      const call = all.find(span => span.parentSpanId === CALLER)
      if (!call) throw new Error(`No call of the trace ${traceId} was exported.`)
      const counts = ({ kind }: Span) => kind !== CONSUMER && (withCalls || kind !== SERVER)
      const under = (parent: Span): Span[] =>
        all.filter(span => span.parentSpanId === parent.spanId && counts(span)).flatMap(span => [span, ...under(span)])
      const attributeOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value
      return under(call).flatMap(span => {
        const text = attributeOf(span, 'db.query.text')?.stringValue
        if (!text || text.includes('stripe_sandbox.') || text.includes('pg_notify(')) return []
        return [{ text, rows: Number(attributeOf(span, 'db.response.returned_rows')?.intValue ?? 0) }]
      })
    },
    close: () => void collector.close(),
  }
}
