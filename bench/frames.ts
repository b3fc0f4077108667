import type { CDPSession } from 'playwright-core'

export type Frames = { drawn: number; dropped: number; longestTaskMs: number }

type TraceEvent = { name: string; dur?: number; args?: { frameSeqId?: number; hasPartialUpdate?: boolean } }

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
  const tasks = named('RunTask').map(({ dur = 0 }) => dur / 1000)
  return {
    drawn: named('DrawFrame').length,
    dropped: named('DroppedFrame').filter(({ args }) => !args?.hasPartialUpdate).length,
    longestTaskMs: Math.max(0, ...tasks),
  }
}
