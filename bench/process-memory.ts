import { readdirSync, readFileSync } from 'node:fs'

/** A new child is seen this much later; it needs longer than that to fill its memory. */
const CHILDREN_MS = 200

/** A file of a process that may have ended in between. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const megabytes = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024

/** Resident memory of a process in megabytes. */
export const residentOf = (pid: number): number => megabytes(read(pid, 'status'), 'VmRSS')

/** Processes that `pid` has started. */
function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  // The name of a program, in parentheses, may have spaces.
  return pids.filter(other => /\) \S (\d+)/.exec(read(other, 'stat'))?.[1] === String(pid))
}

/**
 * Returns a reader of the memory of a process and its children in megabytes. Of a child, pages that it shares with other processes, such as
 * the program of Node, count by its share (Pss): in full they would count twice.
 */
export function memoryWithChildren(pid: number): () => number {
  let children: number[] = []
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt > CHILDREN_MS) {
      children = childrenOf(pid)
      readAt = performance.now()
    }
    return children.reduce((sum, child) => sum + megabytes(read(child, 'smaps_rollup'), 'Pss'), residentOf(pid))
  }
}
