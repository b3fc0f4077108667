import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { context, propagation } from '@opentelemetry/api'
import type { Env } from '../env.ts'
import { RELEASE } from '../release.server.ts'
import { carrierOfTrace, setTracer } from './spans.server.ts'

/** Undici's request as its channel gives it: Node's `fetch` sends through undici. */
type Outgoing = { request: { origin: string | URL; addHeader: (name: string, value: string) => void } }

/**
 * Exports traces by OTLP over HTTP to OTEL_EXPORTER_OTLP_ENDPOINT. Without that variable nothing is loaded. OTEL_EXPORTER_OTLP_HEADERS
 * is read by the exporter itself.
 * @returns ends the export; spans that wait are sent first.
 */
export async function startTracing(env: Env): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  if (!endpoint) return async () => {}
  const [
    { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider },
    exporters,
    managers,
    resources,
    core,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ])
  const exporter = new exporters.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': RELEASE,
      'service.instance.id': env.INSTANCE,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  })
  context.setGlobalContextManager(new managers.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  setTracer(provider.getTracer('redoubt', RELEASE))
  // Every call of `fetch` to another server carries the trace; the exporter's own calls are outside of any.
  const addTrace = (message: unknown) => {
    const carrier = carrierOfTrace()
    if (carrier)
      for (const [name, value] of Object.entries(carrier)) (message as Outgoing).request.addHeader(name, value)
  }
  subscribe('undici:request:create', addTrace)
  return async () => {
    unsubscribe('undici:request:create', addTrace)
    setTracer(undefined)
    await provider.shutdown()
    context.disable()
    propagation.disable()
  }
}
