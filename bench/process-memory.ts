import { readdirSync, readFileSync } from 'node:fs'

/** A new child, and the files that one reads, are seen this much later; it needs longer than that to fill its memory. */
const CHILDREN_MS = 500

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

/** The files that a process has mapped, such as the program of Node and libraries. */
const mappedBy = (pid: number): Set<string> => new Set(read(pid, 'maps').match(/\/.*$/gm))

/**
 * Pages of files that a child takes beside its parent, in megabytes: of files that both have mapped, such as the program of Node, only its
 * own, because the parent's resident memory has the others.
 */
function filesBeside(parent: Set<string>, child: number): number {
  const mappings = read(child, 'smaps').split(/^(?=[\da-f]+-[\da-f]+ )/m)
  const pages = mappings.map(mapping => {
    const file = /^.* (\/.*)$/m.exec(mapping)?.[1]
    if (file === undefined) return 0
    const own = parent.has(file) ? ['Private_Clean', 'Private_Dirty'] : ['Rss']
    return own.reduce((sum, name) => sum + megabytes(mapping, name), 0) - megabytes(mapping, 'Anonymous')
  })
  return pages.reduce((sum, some) => sum + some, 0)
}

/** Returns a reader of the memory of a process and its children in megabytes; what they share counts once. */
export function memoryWithChildren(pid: number): () => number {
  let children: { pid: number; files: number }[] = []
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt > CHILDREN_MS) {
      const files = mappedBy(pid)
      children = childrenOf(pid).map(child => ({ pid: child, files: filesBeside(files, child) }))
      readAt = performance.now()
    }
    const taken = children.map(child => child.files + megabytes(read(child.pid, 'smaps_rollup'), 'Anonymous'))
    return taken.reduce((sum, some) => sum + some, residentOf(pid))
  }
}
