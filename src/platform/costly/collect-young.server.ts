import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' }) => void

/** So many bytes of bodies become garbage before a collection. */
const MOST_BYTES = Number(process.env.GC_BYTES ?? 8 * 1024 * 1024)

let collect: Collect | undefined
let garbage = 0

/**
 * Collects young objects after many bytes of bodies. V8 counts the heap: the pieces of a body are outside of it, so 100 MB of them start no
 * collection. One takes about a millisecond.
 */
export function collectAfter(bytes: number): void {
  garbage += bytes
  if (garbage < MOST_BYTES) return
  garbage = 0
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'minor' })
}
