import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** Set while traces are exported (exporter.server.ts). Without it, each function below returns after one comparison. */
let tracer: Tracer | undefined

export const setTracer = (next: Tracer | undefined): void => {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** Headers of a call or a job that carry its trace: `traceparent` and `tracestate` of W3C Trace Context. */
export type Carrier = Record<string, string>

type SpanOptions = { kind?: SpanKind; attributes?: Attributes; parent?: Carrier | undefined }

/** Runs `work` in a span; an error marks the span and goes on. @param options.parent continues the trace of a caller. */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: SpanOptions,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  const from = parent ? propagation.extract(context.active(), parent) : context.active()
  return tracer.startActiveSpan(name, { kind, attributes }, from, async span => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      // The message may hold an address or a name; the log has the error.
      span.setAttribute('error.type', error instanceof Error ? error.constructor.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  })
}

/** As `inSpan`, only within a trace: idle queries of the worker would otherwise be a trace each. */
export const inChildSpan = <T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> =>
  tracer && trace.getActiveSpan() ? inSpan(name, options, work) : work()

/** The active trace for a call to another server or a job; undefined outside of a trace. */
export function carrierOfTrace(): Carrier | undefined {
  if (!tracer || !trace.getActiveSpan()) return undefined
  const carrier: Carrier = {}
  propagation.inject(context.active(), carrier)
  return carrier
}

export { SpanKind }
