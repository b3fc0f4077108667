import type { CDPSession } from 'playwright-core'

/** `longestTaskMs` is CPU time on the page's main thread. */
export type Frames = { drawn: number; dropped: number; longestTaskMs: number }

type TraceEvent = {
  name: string
  tid: number
  /** CPU time in microseconds, which other processes do not lengthen. */
  tdur?: number
  args?: { name?: string; hasPartialUpdate?: boolean }
}

const CATEGORIES = [
  'disabled-by-default-devtools.timeline.frame',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline',
]

/**
 * Counts the frames that the compositor drew and dropped during `work`, from the browser's trace, as its developer tools do.
 * A frame that shows the scroll but not yet the page's own change (a partial update) counts as drawn.
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
