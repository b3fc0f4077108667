import type { CDPSession } from 'playwright-core'

/** `longestTaskMs`: of the page's main thread, in time of the processor. */
export type Frames = { drawn: number; dropped: number; longestTaskMs: number }

type TraceEvent = {
  name: string
  tid: number
  /** Microseconds of the processor, which no other process lengthens. */
  tdur?: number
  args?: { name?: string; hasPartialUpdate?: boolean }
}

const CATEGORIES = [
  'disabled-by-default-devtools.timeline.frame',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline',
]

/**
 * Counts what the compositor drew and dropped while something happens, by the browser's own trace, as its developer tools do.
 * A frame that shows the scroll but not yet what the page changed for it (a partial update) is drawn.
 */
export async function framesWhile(session: CDPSession, work: () => Promise<void>): Promise<Frames> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  })
  await work()
  const complete = new Promise(done => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const named = (name: string) => events.filter(event => event.name === name)
  const mains = new Set(named('thread_name').flatMap(({ tid, args }) => (args?.name === 'CrRendererMain' ? tid : [])))
  const tasks = named('RunTask').filter(({ tid }) => mains.has(tid))
  return {
    drawn: named('DrawFrame').length,
    dropped: named('DroppedFrame').filter(({ args }) => !args?.hasPartialUpdate).length,
    longestTaskMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  }
}
